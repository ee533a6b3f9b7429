import type {Failure} from './failure.js'
import type {Content, FuzzCase} from './fuzz-case.js'

/** What a child process is asked to do, on its command line. */
export interface Task {
  /** The instrumented program. */
  readonly program: string
  /** An empty folder, the working directory of the runs. */
  readonly folder: string
  readonly seed: string
  readonly suite: string
  /** The number of the first case. */
  readonly from: number
  readonly seconds: number
  /** A case to run by itself, as `encodeCase` writes it. */
  readonly alone?: string
}

/** What a child process says of its work so far. */
export interface Progress {
  readonly type: 'progress'
  /** The number of the next case. */
  readonly next: number
  readonly inputs: number
  readonly runs: number
  readonly branches: number
  readonly kept: number
  /** Seconds of the processor that the child process has taken. */
  readonly processor: number
}

/** A failure that a child process has found. */
export interface Found {
  readonly type: 'failure'
  readonly failure: Failure
  /** As `encodeCase` writes it, minimised. */
  readonly case: string
}

/** `alive` is said where progress takes a while. */
export type Message = Progress | Found | {readonly type: 'alive' | 'done'}

/** A case as JSON. */
export function encodeCase({files, ...rest}: FuzzCase): string {
  const encoded = Object.entries(files).map(([path, content]) => [path, typeof content === 'string' ? content : {base64: Buffer.from(content).toString('base64')}])
  return JSON.stringify({...rest, files: Object.fromEntries(encoded) as object})
}

/** Reads what `encodeCase` has written. */
export function decodeCase(text: string): FuzzCase {
  const {files, ...rest} = JSON.parse(text) as Omit<FuzzCase, 'files'> & {readonly files: Readonly<Record<string, string | {readonly base64: string}>>}
  const decoded = Object.entries(files).map(([path, content]): [string, Content] => [path, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64')])
  return {...rest, files: Object.fromEntries(decoded)}
}
