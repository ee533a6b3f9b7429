import type {Failure} from './failure.js'
import type {Content, FuzzCase} from './fuzz-case.js'

/** Task of a child process, from the file that its command line names. */
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
  /** A single case to run, as `encodeCase` returns it. */
  readonly single?: string
}

/** Progress of a child process. */
export interface Progress {
  readonly type: 'progress'
  /** The number of the next case. */
  readonly next: number
  readonly inputs: number
  readonly runs: number
  readonly branches: number
  readonly kept: number
  /** CPU time of the child process, in seconds. */
  readonly processor: number
}

/** A failure that a child process has found. */
export interface Found {
  readonly type: 'failure'
  readonly failure: Failure
  /** The minimised case, as `encodeCase` returns it. */
  readonly case: string
}

/** `alive` is sent during long steps. */
export type Message = Progress | Found | {readonly type: 'alive' | 'done'}

/** A case as JSON. */
export function encodeCase({files, ...rest}: FuzzCase): string {
  const encoded = Object.entries(files).map(([path, content]) => [path, typeof content === 'string' ? content : {base64: Buffer.from(content).toString('base64')}])
  return JSON.stringify({...rest, files: Object.fromEntries(encoded) as object})
}

/** Parses a case from `encodeCase`. */
export function decodeCase(text: string): FuzzCase {
  const {files, ...rest} = JSON.parse(text) as Omit<FuzzCase, 'files'> & {readonly files: Readonly<Record<string, string | {readonly base64: string}>>}
  const decoded = Object.entries(files).map(([path, content]): [string, Content] => [path, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64')])
  return {...rest, files: Object.fromEntries(decoded)}
}
