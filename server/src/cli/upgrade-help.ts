/** What `docwright upgrade --help` prints. */
export const upgradeHelp = `Usage: docwright upgrade [DIR] [options]

Prints the docs.json that says what the mint.json in DIR (default: this folder)
says, and on stderr each setting that could not come along, with the reason.
Writes nothing by itself.

  --write           write docs.json; mint.json stays
  --remove          with --write: remove mint.json
  --help            this text

Exit code: 0 all came along, 1 something could not, 2 could not run.
`;
