export type ProgramFile = readonly [name: string, text: string];

/**
 * A program that runs all samples in a language. Used if compiling or starting each sample separately takes too long.
 */
export interface WholeProgram {
  readonly files: readonly ProgramFile[];
  /** The commands that build and run the program. They run in the program's folder, in this order. */
  readonly commands: readonly (readonly string[])[];
}

type MakeProgram = (codes: readonly string[]) => WholeProgram;

const each = (codes: readonly string[], name: (i: number) => string, code: (text: string, i: number) => string) =>
  codes.map((text, i): ProgramFile => [name(i), code(text, i)]);
const lines = (codes: readonly string[], line: (i: number) => string) => codes.map((_, i) => line(i)).join("\n");

/** Runs samples as modules. If a sample fails, reports the failure and runs the next sample. */
export const pythonProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `sample${i}.py`,
      (text) => text,
    ),
    [
      "all.py",
      `import runpy, sys\nfor i in range(${codes.length}):\n    try:\n        runpy.run_path(f"sample{i}.py")\n    except Exception as fault:\n        print(i, repr(fault), file=sys.stderr)\n`,
    ],
  ],
  commands: [["python3", "all.py"]],
});

export const nodeProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `sample${i}.mjs`,
      (text) => text,
    ),
    [
      "all.mjs",
      `for (let i = 0; i < ${codes.length}; i++) await import(\`./sample\${i}.mjs\`).catch((fault) => console.error(i, fault));\n`,
    ],
  ],
  commands: [[process.execPath, "all.mjs"]],
});

/** Converts each `main` to a function with a unique name. All functions are in one package. */
export const goProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `sample${i}.go`,
      (text, i) => text.replace("func main()", `func sample${i}()`),
    ),
    [
      "all.go",
      `package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc run(number int, sample func()) {\n\tdefer func() {\n\t\tif fault := recover(); fault != nil {\n\t\t\tfmt.Fprintln(os.Stderr, number, fault)\n\t\t}\n\t}()\n\tsample()\n}\n\nfunc main() {\n${lines(codes, (i) => `\trun(${i}, sample${i})`)}\n}\n`,
    ],
    ["go.mod", "module samples\n\ngo 1.19\n"],
  ],
  commands: [["go", "build", "-o", "all", "."], ["./all"]],
});

/** Converts each `Main` to a class with a unique name. */
export const javaProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `Sample${i}.java`,
      (text, i) => text.replace("public class Main", `public class Sample${i}`),
    ),
    [
      "All.java",
      `public class All {\n    interface Sample { void main(String[] args) throws Exception; }\n    static void run(int number, Sample sample) {\n        try { sample.main(new String[0]); } catch (Throwable fault) { System.err.println(number + " " + fault); }\n    }\n    public static void main(String[] args) {\n${lines(codes, (i) => `        run(${i}, Sample${i}::main);`)}\n    }\n}\n`,
    ],
  ],
  commands: [
    ["javac", "-encoding", "UTF-8", "-d", "classes", "All.java"],
    ["java", "-cp", "classes", "All"],
  ],
});

/** Places each `main` in its own package. `OKHTTP_CLASSPATH` contains OkHttp, Okio, and the Kotlin library. */
export const kotlinProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `sample${i}.kt`,
      (text, i) => `package sample${i}\n\n${text}`,
    ),
    [
      "all.kt",
      `fun run(number: Int, sample: () -> Unit) {\n    try { sample() } catch (fault: Throwable) { System.err.println("$number $fault") }\n}\n\nfun main() {\n${lines(codes, (i) => `    run(${i}) { sample${i}.main() }`)}\n    System.exit(0)\n}\n`,
    ],
  ],
  commands: [
    ["kotlinc", "-nowarn", "-cp", okhttp(), ...codes.map((_, i) => `sample${i}.kt`), "all.kt", "-d", "classes"],
    ["java", "-cp", `classes:${okhttp()}`, "AllKt"],
  ],
});

function okhttp(): string {
  return process.env["OKHTTP_CLASSPATH"] ?? "";
}

/** Converts each sample to a module. The libraries come from Debian's packages or are downloaded by Cargo. */
export const rustProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `src/sample${i}.rs`,
      (text) => text.replace("fn main()", "pub fn main()"),
    ),
    [
      "src/main.rs",
      `${lines(codes, (i) => `mod sample${i};`)}\n\nfn main() {\n    let samples: &[fn() -> Result<(), Box<dyn std::error::Error>>] = &[${codes.map((_, i) => `sample${i}::main`).join(", ")}];\n    for (number, sample) in samples.iter().enumerate() {\n        if let Err(fault) = sample() {\n            eprintln!("{number} {fault:?}");\n        }\n    }\n}\n`,
    ],
    [
      "Cargo.toml",
      '[package]\nname = "samples"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\nbase64 = "*"\nreqwest = { version = "*", default-features = false, features = ["blocking"] }\n',
    ],
    [
      ".cargo/config.toml",
      '[source.crates-io]\nreplace-with = "debian"\n\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n',
    ],
  ],
  commands: [["cargo", "run", "--offline", "--quiet"]],
});

/** Converts each sample to a function. Imports come first, including the module that contains URLSession on Linux. */
export const swiftProgram: MakeProgram = (codes) => ({
  files: [
    ...each(
      codes,
      (i) => `sample${i}.swift`,
      (text, i) =>
        `import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n\nfunc sample${i}() async throws {\n${text.replace(/^import Foundation\n/, "")}\n}\n`,
    ),
    [
      "main.swift",
      `import Foundation\n\nfunc run(_ number: Int, _ sample: () async throws -> Void) async {\n    do { try await sample() } catch { FileHandle.standardError.write(Data("\\(number) \\(error)\\n".utf8)) }\n}\n\n${lines(codes, (i) => `await run(${i}, sample${i})`)}\n`,
    ],
  ],
  commands: [
    ["swiftc", "-Onone", "-suppress-warnings", ...codes.map((_, i) => `sample${i}.swift`), "main.swift", "-o", "all"],
    ["./all"],
  ],
});

/**
 * Converts each sample to a method and adds the `using` directives that are implicit in newer projects. Compilers
 * before C# 11 don't support raw literals, so if `rawLiterals` is false, raw literals are converted to verbatim
 * literals.
 */
export function csharpProgram(framework: string, rawLiterals: boolean): MakeProgram {
  const usings = ["System", "System.IO", "System.Net.Http", "System.Text", "System.Threading.Tasks"];
  const head = usings.map((name) => `using ${name};\n`).join("");
  return (codes) => ({
    files: [
      ...each(
        codes,
        (i) => `Sample${i}.cs`,
        (text, i) =>
          `${head}static class Sample${i} { public static async Task Run() {\n${(rawLiterals ? text : withoutRawLiterals(text)).replace(/^using System[\w.]*;\n/gm, "")}\n} }\n`,
      ),
      [
        "All.cs",
        `${head}static class All {\n    static async Task Run(int number, Func<Task> sample) {\n        try { await sample(); } catch (Exception fault) { Console.Error.WriteLine($"{number} {fault}"); }\n    }\n    static async Task Main() {\n${lines(codes, (i) => `        await Run(${i}, Sample${i}.Run);`)}\n    }\n}\n`,
      ],
      [
        "samples.csproj",
        `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>${framework}</TargetFramework><UseAppHost>false</UseAppHost></PropertyGroup></Project>\n`,
      ],
    ],
    commands: [["dotnet", "run"]],
  });
}

function withoutRawLiterals(code: string): string {
  return code.replace(/"""\n([\s\S]*?)\n"""/g, (_, text: string) => `@"${text.replaceAll('"', '""')}"`);
}
