/** Starts Python in this worker. The only module that depends on Pyodide. */
import type { loadPyodide, PyodideInterface } from "pyodide";
import { fetchArtifact, fetchFiles, type Files } from "../loading/download";
import { type Bytes, corrupt } from "../loading/file";
import { artifactsOf, fetchManifest, type Manifest } from "../loading/manifest";
import { newVersion, serverHasAnother } from "../loading/version";
import { EngineError, sentenceOf } from "../errors";
import type { BootConfig, BootProgress, BootStage, Trouble } from "../wire/protocol";
import { Arrivals } from "./arrivals";
import { install, unpack, type Unpacked } from "./packages";
import type { BridgeFunction, Runtime } from "./runtime";
import { servingFrom } from "./serving";
import { StreamedWasm } from "./streamed-wasm";

type Callable = (...args: (string | number | Uint8Array)[]) => string;

/** Pyodide's modules; the first imports the second. */
const MODULES = ["pyodide.mjs", "pyodide.asm.mjs"] as const;

/** The interval of progress reports, in milliseconds. */
const REPORT_MS = 50;

const FUNCTIONS: readonly BridgeFunction[] = [
  "list_games",
  "new_game",
  "list_legal_actions",
  "apply_action",
  "observe",
  "describe_state",
  "start_job",
  "step",
  "extend",
  "grade",
  "stop",
];

/** Bytes reach Python as a view of JavaScript memory; the bridge needs a copy. */
const LOAD_ARTIFACT = `
from py_engine import bridge
lambda ruleset_id, name, data: bridge.load_artifact(ruleset_id, name, data.to_bytes())
`;

/**
 * The `BootRuntime` of Pyodide: fetches and checks the files, starting Python meanwhile; then installs the packages and
 * imports the bridge.
 */
export async function bootPyodide(config: BootConfig, report: (progress: BootProgress) => void, files: Files): Promise<Runtime> {
  const { runtimeUrl, runtimePath } = config;
  const manifest = await fetchManifest(runtimeUrl, runtimePath, (trouble) =>
    report({ stage: "Checking files", loadedBytes: 0, totalBytes: 0, ...(trouble === null ? {} : { trouble }) }),
  );
  const totalBytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const enter = (stage: BootStage) => report({ stage, loadedBytes: totalBytes, totalBytes });
  const folderUrl = new URL(`${manifest.path.replace(/\/$/, "")}/`, runtimeUrl).href;
  const isOutdated = () => serverHasAnother(runtimeUrl, manifest.path);
  const wheels = wheelsOf(manifest);
  const arrivals = new Arrivals(
    manifest.files.map(({ name }) => new URL(name, folderUrl).href),
    files,
  );
  const wasm = new StreamedWasm();

  const downloaded = download(folderUrl, manifest, { files, totalBytes, isOutdated, arrivals, wasm }, report);
  const unpacked = Promise.all(wheels.map((name) => unpackWheel(name, folderUrl, arrivals, files)));
  const started = startPython(folderUrl, arrivals, wasm, isOutdated);
  // Awaited after the download, whose errors are more precise and which retries missing files.
  for (const early of [unpacked, started]) early.catch(() => undefined);
  await downloaded;
  enter("Starting Python");
  const python = await started;
  enter("Loading numpy");
  install(python, (await unpacked).flat());
  python.pyimport("numpy");
  enter("Loading the coach");
  python.pyimport("pydantic");
  // Repeating the stage shows between two packages that the worker is alive.
  enter("Loading the coach");
  const { version, wheel } = manifest;
  const artifacts = artifactsOf(folderUrl, manifest);
  return connect(python, { version, wheel, downloadBytes: totalBytes, folderUrl, artifacts }, isOutdated);
}

function wheelsOf(manifest: Manifest): string[] {
  const names = manifest.files.map(({ name }) => name).filter((name) => name.endsWith(".packed"));
  if (!names.includes(manifest.wheel)) {
    throw new EngineError("RUNTIME_CORRUPT", `The runtime's list of files lacks ${manifest.wheel}.`);
  }
  return names;
}

async function unpackWheel(name: string, folderUrl: string, arrivals: Arrivals, files: Files): Promise<Unpacked[]> {
  const url = new URL(name, folderUrl).href;
  const wheel = await arrivals.of(url)!;
  try {
    return await unpack(wheel);
  } catch (thrown) {
    // In an insecure context hashes are not checked, so damage may show only now: the next start fetches the file again.
    files.delete(url);
    throw thrown instanceof EngineError ? thrown : corrupt(name, "it cannot be unpacked");
  }
}

interface DownloadParts {
  files: Files;
  totalBytes: number;
  isOutdated: () => Promise<boolean>;
  arrivals: Arrivals;
  wasm: StreamedWasm;
}

async function download(
  folderUrl: string,
  manifest: Manifest,
  { files, totalBytes, isOutdated, arrivals, wasm }: DownloadParts,
  report: (progress: BootProgress) => void,
): Promise<void> {
  let loadedBytes = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  let trouble: Trouble | null = null;
  const send = () => {
    const failed = trouble === null ? {} : { trouble };
    report({ stage: "Downloading the engine", loadedBytes, totalBytes, ...failed });
  };
  const onBytes = (count: number) => {
    loadedBytes += count;
    // Delayed reports include the last bytes before a pause.
    next ??= setTimeout(() => {
      next = undefined;
      send();
    }, REPORT_MS);
  };
  const onTrouble = (now: Trouble | null) => {
    trouble = now;
    send();
  };
  send();
  try {
    const onFile = (url: string, bytes: Bytes) => arrivals.arrive(url, bytes);
    const parts = { isOutdated, onBytes, onTrouble, onFile, besideWasm: wasm.take, ask: self.fetch.bind(self) };
    await fetchFiles(folderUrl, manifest, files, parts);
  } finally {
    clearTimeout(next);
  }
}

async function startPython(
  folderUrl: string,
  arrivals: Arrivals,
  wasm: StreamedWasm,
  isOutdated: () => Promise<boolean>,
): Promise<PyodideInterface> {
  // The browser imports modules itself, so they must be checked first.
  await Promise.all(MODULES.map((name) => arrivals.of(folderUrl + name)));
  try {
    const module = (await import(/* @vite-ignore */ `${folderUrl}${MODULES[0]}`)) as { loadPyodide: typeof loadPyodide };
    const options = {
      indexURL: folderUrl,
      // Otherwise Pydantic searches all packages for plugins.
      env: { PYDANTIC_DISABLE_PLUGINS: "__all__" },
      stdout: () => undefined,
      stderr: (text: string) => console.warn(text),
    };
    return await servingFrom(arrivals, wasm, () => module.loadPyodide(options));
  } catch (thrown) {
    // The browser's own import bypasses the fetched files, so they may be gone on the server.
    if (await isOutdated()) throw newVersion();
    throw new EngineError("BOOT_FAILED", "Python could not be started in this browser.", {
      reason: sentenceOf(thrown),
    });
  }
}

/** Imports the bridge and looks up its functions once; from here on only text and numbers cross. */
function connect(pyodide: PyodideInterface, info: Runtime["info"], isOutdated: () => Promise<boolean>): Runtime {
  const bridge = pyodide.pyimport("py_engine.bridge") as Record<string, Callable | undefined>;
  const functions = new Map<BridgeFunction, Callable>();
  for (const name of FUNCTIONS) {
    const callable = bridge[name];
    if (callable === undefined) throw new EngineError("BOOT_FAILED", `The engine has no function ${name}.`);
    functions.set(name, callable);
  }
  const loadArtifact = pyodide.runPython(LOAD_ARTIFACT) as Callable;
  const memory = (pyodide as unknown as { _module: { HEAPU8: Uint8Array } })._module;
  return {
    info,
    call: (name, ...args) => functions.get(name)!(...args),
    loadArtifact,
    fetchArtifact: (file, onBytes) => fetchArtifact(file, isOutdated, onBytes),
    memoryBytes: () => memory.HEAPU8.length,
  };
}
