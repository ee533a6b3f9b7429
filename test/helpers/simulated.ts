import {simulate, type SimulateOptions, type Simulation} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {Body} from './builders.js'

/** Manifests by their role in the input. */
export interface Bodies {
  readonly files?: readonly Body[]
  readonly policies?: readonly Body[]
  readonly existing?: readonly Body[]
}

/** Manifests as a file, a document to a line: the n-th one begins in line 2n - 1. */
export const fileOf = (path: string, bodies: readonly Body[]): SourceFile =>
  new SourceFile(path, bodies.map((body) => JSON.stringify(body)).join('\n---\n'))

/** A simulation of manifests in the namespace `dev`, in the files `files.yaml`, `policies.yaml` and `existing.yaml`. */
export function simulated({files = [], policies = [], existing = []}: Bodies, options: SimulateOptions = {}): Simulation {
  const inputs = {files: [fileOf('files.yaml', files)], policies: [fileOf('policies.yaml', policies)], existing: [fileOf('existing.yaml', existing)]}
  return simulate(inputs, {namespace: 'dev', ...options})
}
