import type {Instant} from '../machinery/go/instant.js'
import type {FileSending} from '../simulate/prepare.js'
import {SourceFile} from '../source/source-file.js'
import type {Step} from '../test-file/step.js'
import type {ObjectFiles} from './object-files.js'

/** The files that a test sends, step by step, and how each of them is sent. */
export interface Sendings {
  readonly steps: readonly (readonly SourceFile[])[]
  readonly of: ReadonlyMap<SourceFile, FileSending>
}

/** Prepares the steps of a test; each sending has a file of its own. */
export function sendingsOf(steps: readonly Step[], files: ObjectFiles, start: bigint): Sendings {
  const of = new Map<SourceFile, FileSending>()
  const isTimed = steps.some(({at, every}) => at !== undefined || every !== undefined)
  let now = 0n
  const sent = steps.map((step) => {
    const {times = 1, every = 0n, at = now} = step
    const sources = filesOf(step, files)
    const sending = optionsOf(step)
    now = at + every * BigInt(times - 1)
    return Array.from({length: times}, (_, i) => sources.map((source) => {
      const file = new SourceFile(source.path, source.text, source.unreadable, source.originOf)
      of.set(file, {...sending, ...isTimed && {time: instantOf(start + at + every * BigInt(i))}})
      return file
    })).flat()
  })
  return {steps: sent, of}
}

function filesOf({objects, replicas}: Step, files: ObjectFiles): readonly SourceFile[] {
  const sources = files.ofAll(objects)
  return replicas === undefined ? sources : files.scaled(sources, replicas)
}

function optionsOf({operation, subresource, patch, user, groups}: Step): FileSending {
  const who = {...user !== undefined && {user}, ...groups && {groups}}
  switch (operation) {
    case undefined: return {...who, ...subresource && {subresource}}
    case 'update': return {...who, ...subresource === undefined ? {operation: 'replace'} : {subresource}}
    case 'scale': return {...who, subresource: 'scale'}
    case 'patch': return {...who, ...patch && {patch}}
    default: return {...who, operation}
  }
}

const instantOf = (nanoseconds: bigint): Instant => ({seconds: Number(nanoseconds / 1_000_000_000n), nanoseconds: Number(nanoseconds % 1_000_000_000n)})
