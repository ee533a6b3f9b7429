import {mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {cachedDataVersionTag} from 'node:v8'
import {crc32} from 'node:zlib'

import type {LoadedScript} from './program.js'

/**
 * The compiled code of the program, which kadm writes for later runs, as Python does in `__pycache__`. By default, the cache is in the package:
 * a user with write access there can change the program, too. If the folder is read-only, there is no cache.
 */
export class CodeCache {
  /** The code that was read from the cache, by script. */
  private readonly kept = new Map<string, CachedCode>()

  /**
   * @param folder the folder of the cache
   * @param command the command of this run, whose code is added to that of other commands
   */
  constructor(private readonly folder: string, private readonly command: string) {}

  /**
   * Returns the cache according to the environment variables of Node.js: NODE_COMPILE_CACHE names another folder;
   * NODE_DISABLE_COMPILE_CACHE disables the cache.
   */
  static of(env: NodeJS.ProcessEnv, folder: string, command: string): CodeCache | undefined {
    if (env['NODE_DISABLE_COMPILE_CACHE']) return undefined
    return new CodeCache(env['NODE_COMPILE_CACHE'] ? resolve(env['NODE_COMPILE_CACHE']) : folder, command)
  }

  /** Returns the cached code of a script; undefined if there is none for this text, or if the file is damaged, which V8 does not always notice. */
  read(name: string, text: string): Buffer | undefined {
    try {
      const code = readCode(readFileSync(this.path(name)), text)
      if (code !== undefined) this.kept.set(name, code)
      return code?.data
    } catch {
      return undefined
    }
  }

  /** Writes the code of scripts that lack the code of this command. Ignores errors: without the cache, kadm only starts more slowly. */
  keep(scripts: readonly LoadedScript[]): void {
    try {
      for (const script of scripts) this.keepScript(script)
    } catch {
      // A read-only folder, a full disk.
    }
  }

  private keepScript({name, text, isCached, compiled}: LoadedScript): void {
    const {commands, data: known} = (isCached ? this.kept.get(name) : undefined) ?? {commands: [], data: Buffer.of()}
    if (commands.includes(this.command)) return
    const current = compiled()
    // In a long run, V8 drops the code of functions that are no longer called, such as those of other commands.
    if (current.length < 0.99 * known.length) return
    // The same functions can have some bytes more or less.
    const data = current.length < known.length ? known : current
    mkdirSync(this.folder, {recursive: true, mode: 0o755})
    const temporary = join(this.folder, `.kadm-${crypto.randomUUID()}.tmp`)
    try {
      const header = `${buildOf(text)} ${crc32(data)} ${[...commands, this.command].join(',')}\n`
      writeFileSync(temporary, Buffer.concat([Buffer.from(header), data]), {flag: 'wx', mode: 0o644})
      renameSync(temporary, this.path(name))
    } finally {
      rmSync(temporary, {force: true})
    }
  }

  /** Returns the path of a script's code. Each version and each set of flags of V8 has its own file. */
  private path(name: string): string {
    const script = name.replace(/^.*\/|\.c?js$/g, '')
    return join(this.folder, `kadm-${script}-${process.version}-${process.platform}-${process.arch}-${cachedDataVersionTag().toString(36)}`)
  }
}

/** Code in the cache, and the commands to which it belongs. */
interface CachedCode {
  readonly commands: readonly string[]
  readonly data: Buffer
}

/** Reads a file of the cache. Returns undefined if it is not for this text, or damaged. */
export function readCode(file: Buffer, text: string): CachedCode | undefined {
  const end = file.indexOf('\n')
  const [build, sum, commands = ''] = file.toString('latin1', 0, end).split(' ')
  const data = file.subarray(end + 1)
  return build === buildOf(text) && sum === String(crc32(data)) ? {commands: commands.split(','), data} : undefined
}

/** Returns the hash of a script, which the build writes into the first line. */
const buildOf = (text: string): string => text.slice(2, text.indexOf('\n'))
