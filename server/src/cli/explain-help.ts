/** What `docwright explain --help` prints. */
export const explainHelp = `Usage: docwright explain [DIR] TARGET [options]

Tells why readers of a site in DIR (default: this folder) are shown something or
not, and where: the chain of reasons from the file to the menu. TARGET is

  guides/start          the path of a page, or guides/start.mdx, its file
  images/logo.png       any other file
  /old/address          an address of the site, or the whole of it: https://…
  "GET /users"          an operation of the API; also its operationId, and
                        "webhook order.paid"

  --format pretty|json  for people (default), or for programs
  --profile standard|mintlify
                        the rules of which service, as for check
  --help                this text

Exit code: 0 readers are shown it, 1 they are not, 2 could not run.
`;
