import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join, relative, sep} from 'node:path'

/** The content of a file: texts are written as UTF-8. */
export type Content = string | Uint8Array

/** Input of one run of the program. */
export interface FuzzCase {
  /** The command and its arguments: `['lint', 'a.yaml', '-o', 'json']`. */
  readonly argv: readonly string[]
  /** The files of the working directory, by their paths. */
  readonly files: Readonly<Record<string, Content>>
  /** Standard input; by default empty. */
  readonly stdin?: string
  /** Number of inputs generated for this run: files or others. */
  readonly inputs: number
}

/** The working directory of runs. Only files that differ from those of the last case are written. */
export class Workspace {
  private inFolder = new Map<string, Content>()
  private isClean = true

  /** @param folder an empty folder */
  constructor(readonly folder: string) {}

  /** Writes the files of a case, and removes all others. */
  prepare({files, argv}: FuzzCase): void {
    if (!this.isClean) this.empty()
    for (const path of this.inFolder.keys()) {
      if (Object.hasOwn(files, path)) continue
      rmSync(join(this.folder, path), {force: true})
      this.inFolder.delete(path)
    }
    for (const [path, content] of Object.entries(files)) {
      if (this.inFolder.get(path) === content) continue
      mkdirSync(dirname(join(this.folder, path)), {recursive: true})
      writeFileSync(join(this.folder, path), content)
      this.inFolder.set(path, content)
    }
    this.isClean = !mayWrite(argv)
  }

  /** The paths of the case's files that a run has changed or removed. */
  changed(): string[] {
    return [...this.inFolder].filter(([path, content]) => this.read(path)?.equals(Buffer.from(content as string)) !== true).map(([path]) => path)
  }

  /** Returns the content of a file; undefined if it is missing. */
  read(path: string): Buffer | undefined {
    try {
      return readFileSync(join(this.folder, path))
    } catch {
      return undefined
    }
  }

  /** All files in the folder. */
  snapshot(): Readonly<Record<string, Content>> {
    return readCase(this.folder)
  }

  private empty(): void {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), {recursive: true, force: true})
    this.inFolder = new Map()
  }
}

/** Returns true for arguments with which the program may write files. */
export const mayWrite = (argv: readonly string[]): boolean =>
  argv.some((word) => /^--(?:fix|write-baseline|usage-out|decisions|update|plots)|=/.test(word)) || argv[0] === 'test' && argv.includes('init')

/** The files below a folder, by their paths. */
export function readCase(folder: string): Record<string, Uint8Array> {
  const entries = readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  return Object.fromEntries(entries.map(({parentPath, name}) => {
    const path = join(parentPath, name)
    return [relative(folder, path).split(sep).join('/'), readFileSync(path)]
  }))
}

/** Arguments as a line for a shell. */
export const commandLine = ({argv, stdin}: Pick<FuzzCase, 'argv' | 'stdin'>): string =>
  `${stdin === undefined ? '' : 'cat stdin | '}kadm ${argv.map((word) => /^[\w./=,:@+-]+$/.test(word) ? word : shellWord(word)).join(' ')}`

/** A word in quotes of bash, in which control and format characters are visible. */
const shellWord = (word: string): string => /[\p{Cc}\p{Cf}]/u.test(word)
  ? `$'${word.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)}'`
  : `'${word.replaceAll("'", String.raw`'\''`)}'`
