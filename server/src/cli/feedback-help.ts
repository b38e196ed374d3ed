/** What `docwright feedback --help` prints. */
export const feedbackHelp = `Usage: docwright feedback [DIR] [options]

Shows what readers and agents have said about the pages of your documentation,
newest first, as your service's analytics tell it. When DIR (default: this
folder) is a site, each entry is led to its file. Nothing is changed anywhere.

  DOCWRIGHT_API_KEY              the key of an administrator. It is taken from
                                 this variable of the system and nowhere else
  --project ID                   the project (else DOCWRIGHT_PROJECT)
  --base-url URL                 where the service is (else DOCWRIGHT_API_URL,
                                 else what the profile knows)
  --profile standard|mintlify    as for check

  --from DAY                     from this day on, as 2026-06-01 (UTC); also
                                 with a time
  --through DAY                  up to this day, and with it
  --to DAY                       before this day, as the service counts
  --source contextual|code_snippet|agent|thumbs_only
  --status pending,in_progress,resolved,dismissed
                                 one or several
  --path PATH                    only about this page, file or folder of pages;
                                 may be given several times
  --branch, --branch=BASE        only about pages that this git branch changes;
                                 BASE is what it is compared with (default: the
                                 default branch). Git is asked for nothing else

  --page-size N                  entries in one answer, 1 to 100
  --cursor C                     go on where an earlier answer ended
  --all                          read to the end; without it one answer is read
  --beyond-budget                go on when the 100 requests are used up that
                                 the service takes in an hour
  --by-page                      the ratings of each page, the worst first
  --format table|json|csv        for people (default), or for programs
  --help                         this text

Addresses of readers are masked. Ctrl-C stops; what has been read is shown.
Exit code: 0 done, 2 could not, or not to the end.
`;
