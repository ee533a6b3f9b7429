import {isObject, textOf} from '../../machinery/go/json-value.js'
import type {SourceFile} from '../../source/source-file.js'
import {type Fields, itemsOf} from '../kustomization-fields.js'
import type {Declared, Deployment} from './deployment.js'
import {type Folders, type Parameters, parametersOf, substituted} from './generators.js'

/** The API group of Argo CD. */
export const argoGroup = 'argoproj.io'

/**
 * Returns what an Application or an ApplicationSet deploys. Values that a generator gets from a cluster or a service are unknown.
 *
 * @param folders the folders of the repository, for directory generators
 */
export function declaredByArgo(body: Fields, file: SourceFile, folders: Folders): Declared {
  const [kind, spec] = [textOf(body['kind']), fieldsOf(body['spec'])]
  if (kind === 'Application') return {deployments: ofApplication(spec, {}, file), sources: []}
  if (kind !== 'ApplicationSet') return {deployments: [], sources: []}
  const template = fieldsOf(fieldsOf(spec['template'])['spec'])
  return {deployments: parametersOf(spec['generators'], folders).flatMap((parameters) => ofApplication(template, parameters, file)), sources: []}
}

const fieldsOf = (value: unknown): Fields => isObject(value) ? value : {}

function ofApplication(spec: Fields, parameters: Parameters, file: SourceFile): Deployment[] {
  const defaultNamespace = substituted(textOf(fieldsOf(spec['destination'])['namespace']), parameters)
  return [spec['source'], ...itemsOf(spec['sources'])].filter(isObject).flatMap((source): Deployment[] => {
    const path = substituted(textOf(source['path']), parameters)
    if (path === undefined || path === '' || textOf(source['chart']) !== '') return []
    const {recurse, include, exclude} = fieldsOf(source['directory'])
    const kustomize = fieldsOf(source['kustomize'])
    return [{
      file, path, isOfFlux: false, isGit: true, source: textOf(source['repoURL']), isRecursive: recurse === true, changes: kustomize,
      isWhole: [include, exclude, source['plugin']].every((value) => value === undefined || value === ''),
      namespace: substituted(textOf(kustomize['namespace']), parameters) || undefined, defaultNamespace: defaultNamespace || undefined,
    }]
  })
}

/** Returns the folders of Applications in a chart template ("app of apps"). Which of them are deployed, and how, is unknown. */
export function declaredInChartTemplate(file: SourceFile): Deployment[] {
  if (!/^kind: Application\s*$/m.test(file.text)) return []
  return [...file.text.matchAll(/^\s+path: *["']?([\w./-]+)["']?[ \t]*\r?$/gm)].map(([, path = '']) => ({
    file, path, isOfFlux: false, isGit: false, source: '', isRecursive: file.text.includes('recurse: true'), isWhole: false, changes: {}, namespace: undefined, defaultNamespace: undefined,
  }))
}
