/** What `docwright move --help` prints. */
export const moveHelp = `Usage: docwright move FROM TO [DIR] [options]

Moves or renames a page, a folder or any other file of a site in DIR (default:
this folder), and writes what follows: the navigation, links, imports, settings
and redirects lead where they led. FROM and TO are files or paths of pages, as
in "guides/start"; a slash at the end of TO keeps the name.

  --dry-run              print what would change, write nothing
  --no-redirects         do not redirect the addresses that pages lose
  --no-counterparts      leave the page in other languages and versions where
                         it is
  --format pretty|json   for people (default), or for programs
  --profile standard|mintlify
                         the rules of which service, as for check
  --help                 this text

Exit code: 0 done, 1 something is in the way (nothing is written), 2 could not
run.
`;
