import {goJson} from '../../machinery/go/text.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import type {SourceFile} from '../../source/source-file.js'
import {type Fields, itemsOf} from '../kustomization-fields.js'
import type {Declared, Deployment} from './deployment.js'

/** The API groups of Flux whose objects name folders or repositories. */
export const fluxGroups: readonly string[] = ['kustomize.toolkit.fluxcd.io', 'source.toolkit.fluxcd.io', 'fluxcd.controlplane.io']

/** Returns what an object of Flux deploys (kustomize-controller `Kustomization`, flux-operator `FluxInstance`) and declares. */
export function declaredByFlux(body: Fields, file: SourceFile): Declared {
  const [kind, metadata, spec] = [textOf(body['kind']), fieldsOf(body['metadata']), fieldsOf(body['spec'])]
  if (textOf(body['apiVersion']).startsWith('source.')) return {deployments: [], sources: [`${kind}/${textOf(metadata['namespace'])}/${textOf(metadata['name'])}`]}
  if (kind === 'FluxInstance') return {deployments: ofInstance(fieldsOf(spec['sync']), metadata, file), sources: []}
  return {deployments: kind === 'Kustomization' ? [ofKustomization(spec, metadata, file)] : [], sources: []}
}

const fieldsOf = (value: unknown): Fields => isObject(value) ? value : {}

function ofKustomization(spec: Fields, {namespace}: Fields, file: SourceFile): Deployment {
  const source = fieldsOf(spec['sourceRef'])
  return {
    ...whole, file, path: textOf(spec['path']), isGit: textOf(source['kind']) === 'GitRepository', namespace: textOf(spec['targetNamespace']) || undefined,
    source: `${textOf(source['kind'])}/${textOf(source['namespace']) || textOf(namespace)}/${textOf(source['name'])}`, changes: changesOf(spec),
  }
}

/** The operator creates a source and a Kustomization from `sync`; both are named like the namespace by default. */
function ofInstance(sync: Fields, {namespace}: Fields, file: SourceFile): Deployment[] {
  const [kind, path] = [textOf(sync['kind']), textOf(sync['path'])]
  const name = textOf(sync['name']) || textOf(namespace)
  return path === '' ? [] : [{...whole, file, path, isGit: kind === 'GitRepository', source: `${kind}/${textOf(namespace)}/${name}`, namespace: undefined, changes: {}}]
}

const whole = {isOfFlux: true, isRecursive: true, isWhole: true, defaultNamespace: undefined}

/** Returns the patches in the format of a kustomization. Older versions have patches as objects, not as strings. */
function changesOf(spec: Fields): Fields {
  const merged = itemsOf(spec['patchesStrategicMerge']).map((patch) => ({patch: goJson(patch)}))
  const edits = itemsOf(spec['patchesJson6902']).filter(isObject).map(({target, patch}) => ({target, patch: goJson(patch)}))
  const {namePrefix, nameSuffix, images, components} = spec
  return {patches: [...itemsOf(spec['patches']), ...merged, ...edits], namePrefix, nameSuffix, images, components}
}
