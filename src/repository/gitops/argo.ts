import {isObject, textOf} from '../../machinery/json-value.js'
import type {SourceFile} from '../../source/source-file.js'
import {type Fields, itemsOf} from '../kustomization-fields.js'
import type {Declared, Deployment} from './deployment.js'
import {type Folders, type Parameters, parametersOf} from './generators.js'
import {filledIn} from './template.js'

/** The API group of Argo CD. */
export const argoGroup = 'argoproj.io'

/**
 * What an Application or an ApplicationSet deploys. What a generator asks a cluster or another service for is not known.
 *
 * @param folders the folders of the repository, for generators that look for some
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
  const defaultNamespace = filledIn(textOf(fieldsOf(spec['destination'])['namespace']), parameters)
  return [spec['source'], ...itemsOf(spec['sources'])].filter(isObject).flatMap((source): Deployment[] => {
    const path = filledIn(textOf(source['path']), parameters)
    if (path === undefined || path === '' || textOf(source['chart']) !== '') return []
    const {recurse, include, exclude} = fieldsOf(source['directory'])
    const kustomize = fieldsOf(source['kustomize'])
    return [{
      file, path, isOfFlux: false, isGit: true, source: textOf(source['repoURL']), isRecursive: recurse === true, changes: kustomize,
      isWhole: [include, exclude, source['plugin']].every((value) => value === undefined || value === ''),
      namespace: filledIn(textOf(kustomize['namespace']), parameters) || undefined, defaultNamespace: defaultNamespace || undefined,
    }]
  })
}

/** The folders that a template of a chart names for Applications, as in an "app of apps": which of them come to a cluster, and how, is not known. */
export function namedInTemplate(file: SourceFile): Deployment[] {
  if (!/^kind: Application\s*$/m.test(file.text)) return []
  return [...file.text.matchAll(/^\s+path: *["']?([\w./-]+)["']?[ \t]*\r?$/gm)].map(([, path = '']) => ({
    file, path, isOfFlux: false, isGit: false, source: '', isRecursive: file.text.includes('recurse: true'), isWhole: false, changes: {}, namespace: undefined, defaultNamespace: undefined,
  }))
}
