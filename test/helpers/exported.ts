import {expect} from 'chai'

import {exportNative, type ExportOptions, type NativeExport} from '../../src/export/export-native.js'
import type {MutatingSpec, NativeObject, ValidatingSpec} from '../../src/export/native-types.js'
import {type ResourceSelection, selectResources} from '../../src/export/resources.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {Body} from './builders.js'
import {labels, metadataPolicy, rejecting, setting, term} from './metadata-policies.js'
import {NativePolicies} from './native-policies.js'

/** Match resources of native policies. */
export function resources(...names: readonly string[]): ResourceSelection {
  const selection = selectResources(names)
  if ('error' in selection) throw new Error(selection.error)
  return selection
}

/** Export of policies in one file. */
export const exported = (policies: readonly unknown[], options: ExportOptions = {}): NativeExport =>
  exportNative([new SourceFile('policies.json', JSON.stringify({apiVersion: 'v1', kind: 'List', items: policies}))], options)

/** The native objects of policies without errors. */
export function native(policies: readonly unknown[], options?: ExportOptions): NativeObject[] {
  const {problems, namespaces} = exported(policies, options)
  expect(problems).to.deep.equal([])
  return namespaces.flatMap(({objects}) => [...objects])
}

/** Errors that prevent the export of policies; nothing is exported then. */
export function problemsOf(policies: readonly unknown[], options?: ExportOptions): string[] {
  const {problems, namespaces} = exported(policies, options)
  expect(namespaces.length === 0 || problems.length === 0).to.equal(true)
  return problems.map(({message, file, span}) => `${file.path}:${file.position(span.start).line} ${message}`)
}

export const mutating = (objects: readonly NativeObject[]): MutatingSpec => objects.find(({kind}) => kind === 'MutatingAdmissionPolicy')?.spec as MutatingSpec

export const validating = (objects: readonly NativeObject[]): ValidatingSpec => objects.find(({kind}) => kind === 'ValidatingAdmissionPolicy')?.spec as ValidatingSpec

/** A policy of the namespace `team-a`. */
export const teamPolicy = (...rules: Body[]): Body => metadataPolicy('p', ...rules).marked({namespace: 'team-a'})

/** A rule that rejects objects without a team. */
export const requireTeam = rejecting(labels(term('team', 'DoesNotExist')))

/** A rule that sets a tier if there is none. */
export const tier = setting(labels(term('tier', 'DoesNotExist')), {tier: 'backend'})

export const podWith = (metadata: Body = {}, spec: Body = {}): Body => ({apiVersion: 'v1', kind: 'Pod', metadata, spec: {containers: [{name: 'c', image: 'i'}], ...spec}})

/** Result of native policies for an object in the namespace `team-a`. */
export const admit = (objects: readonly NativeObject[], object: Body, operation: 'CREATE' | 'UPDATE' = 'CREATE'): Body =>
  new NativePolicies(objects).admit({operation, namespace: 'team-a', object})

/** Returns the metadata of a pod after mutation. */
export const metadataAfter = (objects: readonly NativeObject[], metadata: Body): unknown => (admit(objects, podWith(metadata))['object'] as Body | undefined)?.['metadata']
