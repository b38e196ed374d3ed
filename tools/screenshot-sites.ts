import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

// Copies of the sample site, changed for screenshots. Each function takes the folder of the copy.

/** Copies the sample site to a folder so that no screenshot changes the site or opens files next to it. */
export function copySampleSite(site: string): void {
  cpSync(path.resolve(__dirname, "../sample/site"), site, { recursive: true });
}

/** Adds an older version of a specification. */
export function addOlderVersion(site: string): void {
  const current = readFileSync(path.join(site, "openapi/tracking.yaml"), "utf8");
  const older = current
    .replace("/shipments/{shipmentId}/estimate:", "/shipments/{shipmentId}/eta:")
    .replace("[registered, ", "[registered, lost, ");
  writeFileSync(path.join(site, "old.yaml"), older);
}

export function removeProblems(site: string): void {
  rmSync(path.join(site, "faults"), { recursive: true });
}

/** Adds a few problems to the site, because `faults` contains too many for a screenshot. */
export function addProblems(site: string): void {
  removeProblems(site);
  appendFileSync(
    path.join(site, "quickstart.mdx"),
    `
See [how tracking works](/guides/tracking/overveiw) and [the keys](/guides/authentication#key).

![A container in port](/images/container.png)
`,
  );
  appendFileSync(path.join(site, "guides/authentication.mdx"), "\n<Cards>Next steps</Cards>\n");
}

/** Commits the site to a new repository, and then changes the site without a commit, which causes two problems. */
export function changeCommittedSite(site: string): void {
  removeProblems(site);
  runGit(site, "init", "--quiet", "--initial-branch=main");
  runGit(site, "add", "--all");
  runGit(site, "commit", "--quiet", "--message=Add the site");
  replaceInFile(path.join(site, "docs.json"), '"guides/authentication"]', '"guides/authentication", "guides/keys"]');
  appendFileSync(path.join(site, "quickstart.mdx"), "\nSee [how tracking works](/guides/tracking/overveiw).\n");
}

function runGit(folder: string, ...args: readonly string[]): void {
  const author = { GIT_AUTHOR_NAME: "Author", GIT_AUTHOR_EMAIL: "author@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Author", GIT_COMMITTER_EMAIL: "author@example.com" };
  const { status, error } = spawnSync("git", args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...author, ...committer },
  });
  if (status !== 0) throw error ?? new Error(`git ${args.join(" ")} failed.`);
}

/** Replaces the specification file that docs.json refers to with a remote specification. */
export function useRemoteSpecification(site: string): void {
  removeProblems(site);
  replaceInFile(
    path.join(site, "docs.json"),
    '"source": "openapi/berths.json"',
    '"source": "https://api.example.com/openapi.json"',
  );
}

/** Replaces the navigation entries of some operations with handwritten pages. Only English remains. */
export function addEndpointPages(site: string): void {
  removeProblems(site);
  rmSync(path.join(site, "de"), { recursive: true });
  rmSync(path.join(site, "api-reference/release-hold.mdx"));
  const config = path.join(site, "docs.json");
  replaceInFile(config, /,\s*\{\s*"\$ref": "\.\/navigation\/de\.json"\s*\}/, "");
  mkdirSync(path.join(site, "api-reference/shipments"));
  for (const { path: page, title, operation, text = "" } of endpointPages) {
    replaceInFile(config, `"${operation}"`, `"${page}"`);
    writeFileSync(path.join(site, `${page}.mdx`), `---\ntitle: ${title}\nopenapi: ${operation}\n---\n${text}`);
  }
}

interface EndpointPage {
  /** The path without the extension, relative to the site. */
  readonly path: string;
  readonly title: string;
  readonly operation: string;
  readonly text?: string;
}

const endpointPages: readonly EndpointPage[] = [
  { path: "api-reference/list-shipments", title: "List shipments", operation: "GET /shipments" },
  {
    path: "api-reference/shipments/register-a-shipment",
    title: "Register a shipment",
    operation: "POST /shipments",
    text: "\nRegister a shipment as soon as it's booked, so that its history is complete.\n",
  },
  {
    path: "api-reference/shipments/retrieve-a-shipment",
    title: "Retrieve a shipment",
    operation: "GET /shipments/{shipmentId}",
  },
  {
    path: "api-reference/list-movements",
    title: "List movements",
    operation: "GET /shipments/{shipmentId}/movements",
  },
];

/** Replaces docs.json with an older mint.json that has the same settings. */
export function useOlderConfiguration(site: string): void {
  for (const name of ["faults", "docs.json"]) rmSync(path.join(site, name), { recursive: true });
  writeJson(path.join(site, "mint.json"), {
    name: "Berthline",
    logo: { light: "/images/logo-light.svg", dark: "/images/logo-dark.svg" },
    favicon: "/images/favicon.svg",
    colors: { primary: "#0A5C63", light: "#5ED3CF", dark: "#12838B" },
    topbarLinks: [{ name: "Support", url: "mailto:support@berthline.example" }],
    topbarCtaButton: { name: "Open console", url: "https://console.berthline.example" },
    modeToggle: { default: "dark" },
    openapi: "openapi/tracking.yaml",
    tabs: [{ name: "API reference", url: "api-reference" }],
    anchors: [{ name: "Status", icon: "activity", url: "https://status.berthline.example" }],
    navigation: [
      { group: "Get started", pages: ["index", "quickstart", "guides/authentication"] },
      { group: "Tracking", pages: ["guides/tracking/overview", "guides/tracking/exceptions"] },
      { group: "Basics", pages: ["api-reference/introduction", "api-reference/shipment-object"] },
    ],
    footerSocials: { twitter: "https://x.com/berthline_example" },
    feedback: { thumbsRating: true },
  });
}

/** Adds a Swagger 2.0 file, which nothing in the site uses yet. */
export function addSwagger(site: string): void {
  removeProblems(site);
  writeJson(path.join(site, "openapi/pilots.json"), {
    swagger: "2.0",
    info: { title: "Pilots", version: "1.4" },
    host: "api.berthline.example",
    basePath: "/pilots/v1",
    schemes: ["https"],
    paths: {
      "/bookings": {
        post: {
          summary: "Book a pilot",
          consumes: ["application/json"],
          parameters: [{ in: "body", name: "booking", required: true, schema: { $ref: "#/definitions/Booking" } }],
          responses: { 201: { description: "Booked", schema: { $ref: "#/definitions/Booking" } } },
        },
      },
    },
    definitions: {
      Booking: {
        type: "object",
        properties: { vessel: { type: "string" }, at: { type: "string", format: "date-time" } },
      },
    },
  });
}

/** Adds a `.docwright.json` with settings that a team shares. */
export function addSharedSettings(site: string): void {
  removeProblems(site);
  writeJson(path.join(site, ".docwright.json"), {
    profile: "mintlify",
    rules: { "nav/page-not-in-navigation": "off", "link/*": "error" },
    ignore: ["drafts/**"],
    siteUrl: "https://docs.berthline.example",
    authentication: true,
  });
}

/**
 * Configures Neovim 0.7 or later in the home folder that contains the copy. Neovim shows a problem in docs.json, and
 * then creates the file `problem-shown` in the copy.
 */
export function configureNeovim(site: string): void {
  const folder = path.join(site, "../xdg/nvim");
  mkdirSync(folder, { recursive: true });
  const command = [process.execPath, path.resolve(__dirname, "../dist/server.js"), "--stdio"];
  writeFileSync(path.join(folder, "init.lua"), createNeovimConfig(command));
}

// cspell:ignore guibg guifg
const createNeovimConfig = (command: readonly string[]): string => `
vim.opt.termguicolors = true
vim.opt.background = "light"
vim.opt.number = true
vim.opt.cursorline = true
vim.opt.hlsearch = false
vim.opt.linebreak = true
vim.opt.signcolumn = "yes"
vim.cmd("highlight Normal guifg=#333333 guibg=#f8f8f8")
vim.cmd("highlight SignColumn guibg=#f8f8f8")
vim.cmd("highlight CursorLine guibg=#ececec")
vim.cmd("highlight NormalFloat guibg=#ffffff")
vim.cmd("highlight FloatBorder guifg=#888888 guibg=#ffffff")
vim.diagnostic.config({ virtual_text = false, float = { border = "rounded", focusable = false, max_width = 76 } })
vim.api.nvim_create_autocmd("BufReadPost", {
  pattern = "*.json",
  callback = function(event)
    local command = ${JSON.stringify(command).replace(/^\[(.*)\]$/, "{ $1 }")}
    local id = vim.lsp.start_client({ name = "docwright", cmd = command, root_dir = vim.fn.expand("%:p:h") })
    vim.lsp.buf_attach_client(event.buf, id)
  end,
})
vim.api.nvim_create_autocmd("DiagnosticChanged", {
  callback = function()
    vim.fn.search("guides/instal", "cw")
    vim.cmd("normal! zz")
    if vim.diagnostic.open_float({ scope = "line" }) then vim.fn.writefile({}, "problem-shown") end
  end,
})
`;

function replaceInFile(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} doesn't contain ${from}.`);
  writeFileSync(file, changed);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
