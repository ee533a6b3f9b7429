import {Script} from 'node:vm'

/** Access to the files of the program, in the package or in a single executable. Names are relative to the folder of the scripts. */
export interface ProgramFiles {
  /** Returns the name of a file for stack traces. */
  readonly path: (name: string) => string
  /** Returns the text of a file. */
  readonly read: (name: string) => string
  /** Returns the cached code of a script, undefined without a cache. */
  readonly compiled: (name: string, text: string) => Buffer | undefined
  /** Loads a package that is not part of the scripts. */
  readonly installed: (name: string) => unknown
}

/** A script of the program that has been loaded. */
export interface LoadedScript {
  readonly name: string
  readonly text: string
  readonly exports: unknown
  /** True if V8 accepted the cached code. */
  readonly isCached: boolean
  /** Returns the code that V8 has compiled so far. */
  readonly compiled: () => Buffer
}

/** The exports of `main`, the script that runs commands (`src/program/main.ts`). */
interface MainScript {
  readonly run: (parts: object) => Promise<void>
}

/** The exports of `kadm`, the script with the commands (`src/program/kadm.ts`). */
interface CommandScript {
  readonly command: (path: string) => Promise<unknown>
}

/**
 * Runs the command line of this process.
 *
 * @param root the folder of the package; with a single executable, its folder
 * @param load loads scripts and JSON files, by their names relative to the folder of the scripts
 */
export function runProgram(root: string, load: (name: string) => unknown): Promise<void> {
  const {run} = load('./main.cjs') as MainScript
  const command = async (path: string): Promise<unknown> => (load('./kadm.cjs') as CommandScript).command(path)
  return run({root, pjson: load('../../package.json'), manifest: load('./commands.json'), command})
}

type ScriptFunction = (exports: object, require: (name: string) => unknown, module: object, filename: string) => void

/** The beginning of a shared script, which is an ES module (scripts/build/shared.js). */
const exportedFunction = /^.*\nexport default (?=function)/

/**
 * Loads the scripts of the program (`dist/program` and `dist/shared`) with their cached code: compiling takes half the time of a short run.
 * V8 rejects code of other versions of V8, and compiles the script.
 */
export class Program {
  private readonly loaded = new Map<string, LoadedScript>()

  constructor(private readonly files: ProgramFiles) {}

  /** The scripts that have been loaded, in order. */
  get scripts(): readonly LoadedScript[] {
    return [...this.loaded.values()]
  }

  /**
   * Loads what a script requires: another script, a JSON file, a module of Node.js, or an installed package.
   */
  readonly require = (name: string): unknown => {
    if (/\.c?js$/.test(name)) return (this.loaded.get(name) ?? this.load(name)).exports
    if (name.endsWith('.json')) return JSON.parse(this.files.read(name))
    return process.getBuiltinModule(name) ?? this.files.installed(name)
  }

  private load(name: string): LoadedScript {
    const path = this.files.path(name)
    const text = this.files.read(name)
    const cachedData = this.files.compiled(name, text)
    const isShared = exportedFunction.test(text)
    const code = isShared ? `(\n${text.replace(exportedFunction, '')}\n)` : `(function (exports, require, module, __filename) {\n${text}\n})`
    const script = new Script(code, {filename: path, lineOffset: isShared ? 0 : -1, ...cachedData !== undefined && {cachedData}})
    const main: unknown = script.runInThisContext()
    const exports = isShared ? {__esModule: true, default: main} : this.exportsOf(main as ScriptFunction, path)
    const isCached = script.cachedDataRejected === false
    const loaded = {name, text, exports, isCached, compiled: () => script.createCachedData()}
    this.loaded.set(name, loaded)
    return loaded
  }

  private exportsOf(main: ScriptFunction, path: string): object {
    const module = {exports: {}}
    main(module.exports, this.require, module, path)
    return module.exports
  }
}
