/** Starts Python in this worker. The only file that knows Pyodide. */
import type { loadPyodide, PyodideInterface } from "pyodide";
import { fetchArtifact, fetchFiles, type Files } from "../loading/download";
import { artifactsOf, fetchManifest, type Manifest } from "../loading/manifest";
import { newVersion, serverHasAnother } from "../loading/version";
import { EngineError, sentenceOf } from "../errors";
import type { BootConfig, BootProgress, BootStage, Trouble } from "../wire/protocol";
import type { BridgeFunction, Runtime } from "./runtime";

type Callable = (...args: (string | number | Uint8Array)[]) => string;

interface LockedPackage {
  name: string;
  file_name: string;
  depends: string[];
}

/** How far apart reports of downloaded bytes are, in milliseconds. */
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
  "stop",
];

/** Bytes reach Python as a view of JavaScript's; the bridge wants its own. */
const LOAD_ARTIFACT = `
from py_engine import bridge
lambda ruleset_id, name, data: bridge.load_artifact(ruleset_id, name, data.to_bytes())
`;

/** The host's `BootRuntime`: checks and fetches the files, starts Python, loads the packages, imports the bridge. */
export async function bootPyodide(
  config: BootConfig,
  report: (progress: BootProgress) => void,
  files: Files,
): Promise<Runtime> {
  const { runtimeUrl, runtimePath } = config;
  const manifest = await fetchManifest(runtimeUrl, runtimePath, (trouble) =>
    report({ stage: "Checking files", loadedBytes: 0, totalBytes: 0, ...(trouble === null ? {} : { trouble }) }),
  );
  const totalBytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const enter = (stage: BootStage) => report({ stage, loadedBytes: totalBytes, totalBytes });
  const folderUrl = new URL(`${manifest.path.replace(/\/$/, "")}/`, runtimeUrl).href;
  const isOutdated = () => serverHasAnother(runtimeUrl, manifest.path);
  await download(folderUrl, manifest, { files, totalBytes, isOutdated }, report);

  return servingFrom(files, async () => {
    enter("Starting Python");
    const pyodide = await startPython(folderUrl, isOutdated);
    const packages = closure(readLock(files, folderUrl), manifest.wheel);
    const coach = packages[0]!;
    // Saying the stage again is the sign of life that can be given between two packages.
    enter("Loading numpy");
    await load(pyodide, packages.slice(1), () => enter("Loading numpy"));
    enter("Loading the coach");
    await load(pyodide, [coach], () => enter("Loading the coach"));
    for (const heavy of ["numpy", "pydantic"]) {
      pyodide.pyimport(heavy);
      enter("Loading the coach");
    }
    const { version, wheel } = manifest;
    const artifacts = artifactsOf(folderUrl, manifest);
    return connect(pyodide, { version, wheel, downloadBytes: totalBytes, folderUrl, artifacts }, isOutdated);
  });
}

interface Wanted {
  files: Files;
  totalBytes: number;
  isOutdated: () => Promise<boolean>;
}

async function download(
  folderUrl: string,
  manifest: Manifest,
  { files, totalBytes, isOutdated }: Wanted,
  report: (progress: BootProgress) => void,
): Promise<void> {
  let loadedBytes = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  let trouble: Trouble | null = null;
  const tell = () => {
    const said = trouble === null ? {} : { trouble };
    report({ stage: "Downloading the engine", loadedBytes, totalBytes, ...said });
  };
  const onBytes = (count: number) => {
    loadedBytes += count;
    // The last bytes before a pause are told, too.
    next ??= setTimeout(() => {
      next = undefined;
      tell();
    }, REPORT_MS);
  };
  const onTrouble = (now: Trouble | null) => {
    trouble = now;
    tell();
  };
  tell();
  try {
    await fetchFiles(folderUrl, manifest, files, { isOutdated, onBytes, onTrouble });
  } finally {
    clearTimeout(next);
  }
}

/**
 * Answers `fetch` with the bytes that were checked while `work` runs, so that what starts is what was checked,
 * nothing is fetched twice, and nothing that Pyodide waits for can fail to come.
 */
async function servingFrom<T>(files: Files, work: () => Promise<T>): Promise<T> {
  const network = self.fetch;
  self.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, self.location.href).href;
    const bytes = files.get(url);
    if (bytes === undefined) return network(input, init);
    const type = url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return Promise.resolve(new Response(bytes, { headers: { "content-type": type } }));
  };
  try {
    return await work();
  } finally {
    self.fetch = network;
  }
}

async function startPython(folderUrl: string, isOutdated: () => Promise<boolean>): Promise<PyodideInterface> {
  try {
    const module = (await import(/* @vite-ignore */ `${folderUrl}pyodide.mjs`)) as { loadPyodide: typeof loadPyodide };
    return await module.loadPyodide({
      indexURL: folderUrl,
      stdout: () => undefined,
      stderr: (text) => console.warn(text),
    });
  } catch (thrown) {
    // The browser imports modules itself, past the files that are here.
    if (await isOutdated()) throw newVersion();
    throw new EngineError("BOOT_FAILED", "Python could not be started in this browser.", {
      reason: sentenceOf(thrown),
    });
  }
}

function readLock(files: Files, folderUrl: string): Map<string, LockedPackage> {
  const bytes = files.get(new URL("pyodide-lock.json", folderUrl).href);
  if (bytes === undefined) throw new EngineError("RUNTIME_CORRUPT", "The runtime has no list of its packages.");
  const lock = JSON.parse(new TextDecoder().decode(bytes)) as { packages: Record<string, LockedPackage> };
  return new Map(Object.values(lock.packages).map((item) => [canonical(item.name), item]));
}

/** One spelling for a package's name: `Py_Engine`, `py.engine` and `py-engine` are the same. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/** The names of our own package, first, and of all it depends on. */
function closure(lock: Map<string, LockedPackage>, wheel: string): string[] {
  const own = [...lock.values()].find((item) => item.file_name.endsWith(wheel));
  if (own === undefined) throw new EngineError("RUNTIME_CORRUPT", `The runtime's list of packages lacks ${wheel}.`);
  const names = [own.name];
  for (const name of names) {
    const fresh = lock
      .get(canonical(name))
      ?.depends.filter((other) => !names.some((known) => canonical(known) === canonical(other)));
    names.push(...(fresh ?? []));
  }
  return names;
}

/** Loads packages and looks whether they are there: a failed one does not make `loadPackage` fail. */
async function load(pyodide: PyodideInterface, names: string[], onMessage: () => void): Promise<void> {
  const complaints: string[] = [];
  await pyodide.loadPackage(names, {
    messageCallback: onMessage,
    errorCallback: (text) => complaints.push(text),
  });
  const loaded = new Set(Object.keys(pyodide.loadedPackages).map(canonical));
  const missing = names.filter((name) => !loaded.has(canonical(name)));
  if (missing.length > 0) {
    throw new EngineError("BOOT_FAILED", `The engine lacks a part of itself: ${missing.join(", ")}.`, {
      missing,
      complaints,
    });
  }
}

/** Imports the bridge and looks its functions up once; from here on only texts and numbers cross. */
function connect(
  pyodide: PyodideInterface,
  info: Runtime["info"],
  isOutdated: () => Promise<boolean>,
): Runtime {
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
