import {readdirSync, readFileSync} from 'node:fs'

import {admissionPlugins} from '../../src/admission/plugins/index.js'
import type {Review} from '../../src/cluster/review.js'
import {sharedKinds} from '../../src/kinds/index.js'
import {exampleName} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {Body} from './builders.js'
import {send, vectorCluster} from './replay.js'
import {readVectors} from './vectors.js'
import {inNamespace, type WholeCase} from './whole-objects.js'

/** A sent object, and its result. */
export interface Reviewed {
  readonly object: Body
  readonly review: Review
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

/** The answers to all requests of the recordings about objects. */
export const reviewedRecordings = (): Reviewed[] => recordedCases().flatMap(({requests, allowPrivileged, controller: controllers = true}) => {
  const cluster = vectorCluster({controllers, ...allowPrivileged !== undefined && {allowPrivileged}})
  return requests.map((request) => ({object: request.object, review: send(cluster, request)}))
})

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
export const reviewedManifests = (): Reviewed[] => manifestFiles().flatMap((file) => readManifests(file)).flatMap(({manifest}) =>
  manifest === undefined || !isSent(manifest.body) ? [] : [{object: manifest.body, review: vectorCluster().handle({operation: 'CREATE', object: manifest.body})}])
