import {readdirSync, readFileSync} from 'node:fs'

import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {sharedKinds} from '../../src/kinds/index.js'
import {exampleName} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import type {FieldError} from '../../src/machinery/field/error.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {Body} from './builders.js'
import {messagesOf, withNews} from './news.js'
import {send, vectorCluster, type VectorRequest} from './replay.js'
import {readVectors} from './vectors.js'
import {inNamespace, type WholeCase} from './whole-objects.js'

/** A sent object, and its result. */
export interface Reviewed {
  readonly object: Body
  readonly isAllowed: boolean
  readonly errors: readonly FieldError[]
}

interface Case extends WholeCase {
  readonly allowPrivileged?: boolean
  readonly controller?: boolean
}

const recordings = [
  'pod-validation', 'kind-validation', 'more-kinds', 'limitrange', 'limitrange-update', 'limitranger-pod', 'limitranger-pvc', 'limitranger-edge',
  'quota', 'quota-admission', 'quota-update', 'resourcequota-edge', 'admission-chain',
]

const recordedCases = (): Case[] => recordings.flatMap((file) => readVectors<Case>(file).map(inNamespace))

/** The objects of all requests in the recordings, with the recorded results. Of the errors, it has those of one case for each message. */
export function reviewedRecordings(): Reviewed[] {
  const cases = recordedCases()
  const errors = new Map(withNews(cases, messagesOf).flatMap(errorsOf))
  return cases.flatMap(({requests, responses}) => requests.map((request, i) =>
    ({object: request.object, isAllowed: (responses[i]?.code ?? 0) < 300, errors: errors.get(request) ?? []})))
}

/** The requests of a case, each with the errors that the cluster finds. */
function errorsOf({requests, allowPrivileged, controller: controllers = true}: Case): (readonly [VectorRequest, readonly FieldError[]])[] {
  const cluster = vectorCluster({controllers, ...allowPrivileged !== undefined && {allowPrivileged}})
  return requests.map((request) => [request, send(cluster, request).errors] as const)
}

/** The objects of the recordings that were created. */
export const createdObjects = (): Body[] => recordedCases().flatMap(({requests, responses}) =>
  requests.filter(({verb, subresource}, i) => verb === 'create' && subresource === undefined && responses[i]?.code === 201).map(({object}) => object))

const kinds = [...sharedKinds, ...admissionPlugins.flatMap((plugin) => plugin.kinds)]

/** Returns false for configuration files of the API server, which are never sent. */
const isSent = (object: Body): boolean => kinds.some(({apiVersion, kind, anyGroup}) => kind === object['kind'] && (anyGroup ?? apiVersion === object['apiVersion']))

const fixtures = new URL('../fixtures/lint/', import.meta.url)

const manifestFiles = (): SourceFile[] => [
  ...rules.map((rule) => new SourceFile(exampleName(rule), rule.example)),
  ...readdirSync(fixtures, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.yaml'))
    .map((file) => new SourceFile(file, readFileSync(new URL(file.replaceAll('\\', '/'), fixtures), 'utf8'))),
]

/** The answers to the objects in the examples of the rules, and in the manifests with findings and without. */
export const reviewedManifests = (): Reviewed[] => manifestFiles().flatMap((file) => readManifests(file)).flatMap(({manifest}) => {
  if (manifest === undefined || !isSent(manifest.body)) return []
  const {allowed, errors} = vectorCluster().handle({operation: 'CREATE', object: manifest.body})
  return [{object: manifest.body, isAllowed: allowed, errors}]
})
