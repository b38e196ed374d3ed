/** What `docwright --help` prints. */
export const overview = `Docwright finds the problems of documentation sites made of MDX pages, docs.json
and OpenAPI files.

Usage: docwright <command> [options]

  check [DIR]       report every problem of the sites in DIR (default: this
                    folder)
  convert FILE      show a Swagger 2.0 file as OpenAPI 3, or write it
  explain [DIR] TARGET
                    tell why readers are shown a page, a file, an address or an
                    operation, or why not, and where
  migrate [DIR]     show which pages of endpoints the specification can make, or
                    let it make them
  move FROM TO      move or rename a page, a folder or a file, and everything
                    that names it
  preview [DIR]     show a site in a browser as readers will see it, and follow
                    its files
  test [DIR]        send the requests that the site shows to an API, and hold
                    the answers against the specification
  diff-spec OLD NEW tell what readers of the docs notice between two versions
                    of an API file
  feedback [DIR]    show what readers say about the pages of a site
  upgrade [DIR]     show the docs.json that a mint.json becomes, or write it
  server --stdio    start the language server for an editor

  --help            this text; "docwright check --help" lists what check takes
  --version         print the version
`;

/** The output of `docwright check --help`. */
export const checkHelp = `Usage: docwright check [DIR] [options]

Reports every problem of the documentation sites in DIR (default: this folder).
A site is a folder with a docs.json.

  --format pretty|json|sarif|junit|github
                                 for people (default), or for programs; github
                                 marks lines in GitHub Actions
  --profile standard|mintlify    the rules of which service; by default what
                                 .docwright.json or $schema in docs.json says
  --min-severity error|warning|information|hint
                                 leave out what weighs less (default: hint for
                                 json and sarif, else warning); the counts at
                                 the end are of everything
  --max-problems N               show no more than N; the counts are of all
  --fail-on error|warning        what makes the exit code 1 (default: error)
  --no-mdx-syntax                do not look at the syntax of page bodies
  --fetch HOST                   fetch the specifications that docs.json names
                                 on this host; may be given several times.
                                 Nothing is fetched without it

  --coverage                     tell of each operation of the API files where
                                 readers find it (pretty or json)
  --min-coverage N               exit code 1 when fewer than N % of them are in
                                 the navigation

  --fix                          make every fix that is safe everywhere, then
                                 report what is left
  --fix-dry-run                  print what --fix would change, write nothing
  --changed-since REV            only problems that have to do with files
                                 changed since a revision of git
  --write-baseline FILE          note all problems there are in FILE
  --baseline FILE                only problems that are not noted in FILE
  --help                         this text

Exit code: 0 nothing found at the fail level, 1 found, 2 could not run.
Colours: on a terminal only; NO_COLOR and FORCE_COLOR are honoured.
`;

/** The output of `docwright convert --help`. */
export const convertHelp = `Usage: docwright convert FILE [options]

Shows what changes when a Swagger 2.0 file becomes OpenAPI 3, and what cannot
be kept. YAML stays YAML, without its comments; JSON keeps its indentation.

  --to 3.1|3.0      the version of OpenAPI (default: 3.1)
  --write           write it over the file
  --output NEW      write it to a new file
  --help            this text

Exit code: 0 converted, 2 could not.
`;

/** The output of `docwright migrate --help`. */
export const migrateHelp = `Usage: docwright migrate [DIR] [options]

Shows which MDX pages of endpoints in DIR (default: this folder) the
specification can make instead, and every edit that takes: entries of the
navigation, extensions in the specification, redirects, links, pages that go.
Writes nothing by itself.

  --write                        make the edits, unless the site would have
                                 problems afterwards that it has not now
  --page GLOB                    only these pages; may be given several times
  --accept-more                  also pages that leave out some of what the
                                 specification says; readers then see more
  --report FILE                  write a report as JSON; with --write it is what
                                 puts everything back (default then:
                                 docwright-migration.json)
  --undo REPORT                  put back what the report's migration has
                                 written
  --format pretty|json           for people (default), or for programs
  --profile standard|mintlify    the rules of which service; by default what
                                 .docwright.json or $schema in docs.json says
  --help                         this text

Exit code: 0 done, 1 the site would have new problems, 2 could not run.
`;

/** The output of `docwright diff-spec --help`. */
export const diffSpecHelp = `Usage: docwright diff-spec OLD NEW [options]
       docwright diff-spec FILE --since REV [options]

Tells what readers of the docs notice when one version of an OpenAPI or AsyncAPI
file takes the place of another: operations, parameters, fields and answers,
pages that come, go or move, and links, entries and pages of the site that stop
working. Each change is breaking, an addition or only other words.

  --since REV       OLD is read at a revision of git, where the present state
                    and REV last had the same history
  --site DIR        the site that uses the file (default: the nearest docs.json
                    above it)
  --profile standard|mintlify
                    the rules of which service, as for check
  --format pretty|json|markdown
                    for people (default), for programs, for a pull request
  --changelog FILE  write the draft of a changelog entry to a new file
  --fail-on breaking|any
                    make the exit code 1 when there is such a change
  --help            this text

Exit code: 0 compared, 1 a change that --fail-on names, 2 could not.
`;

/** The output of `docwright preview --help`. */
export const previewHelp = `Usage: docwright preview [DIR] [options]

Shows the site in DIR (default: this folder) in a browser as readers will see
it. It follows the files while you write, and prints each new error in one line.
Only the URL that it prints opens it, and only on this machine. Ctrl-C ends it.

  --port N          where it listens (default: one that is free)
  --open            open it in the browser
  --allow-host NAME also answer under this name, for a port that is forwarded;
                    may be given several times. Whoever can reach that name sees
                    the site
  --profile standard|mintlify
                    the rules of which service, as for check
  --git             git may be asked how pages were at the last commit, so that
                    the preview can mark what changed
  --run-components  components of the site may be run in a sandbox without
                    network, each only when you have clicked
  --environment FILE
                    values and secrets for the playground: JSON as for
                    docwright test, or a .env file
  --help            this text

Exit code: 0 ended, 2 could not run.
`;

/** The output of `docwright test --help`. */
export const testHelp = `Usage: docwright test [DIR] --server URL [options]
       docwright test [DIR] --environment FILE [options]
       docwright test [DIR] --replay FILE [options]

Sends the requests that the sites in DIR (default: this folder) show their
readers to an API of yours: the examples of each operation, and the calls in
code blocks of pages. Each answer has to be a success, and as the specification
says. Nothing is sent anywhere but to the servers that you name.

  --server URL      where the API runs, as in http://localhost:4010/v2; a host
                    alone stands for every API that the site declares there. May
                    be given several times
  --environment FILE
                    a JSON file that names it: {"baseUrl": …, "variables": {…},
                    "secrets": {"token": {"env": "API_KEY"}}, "credentials":
                    {…}}
  --operation "GET /users"
                    only these operations; may be given several times
  --only safe       send only GET and HEAD (default)
  --all-methods     also send what may change something: POST, PUT, PATCH, then
                    DELETE, one after the other
  --record FILE     keep the answers in FILE, without the values of secrets
  --replay FILE     send nothing; hold the answers in FILE against the
                    specification
  --timeout N       seconds for each request (default: 30)
  --concurrency N   how many requests are under way at once (default: 4)
  --format pretty|json|junit
                    for people (default), or for programs
  --profile standard|mintlify
                    the rules of which service, as for check
  --help            this text

Exit code: 0 all that was sent has passed, 1 something failed, 2 could not run.
`;
