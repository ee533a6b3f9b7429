import {expect} from 'chai'

import type {Cluster} from '../../src/cluster/cluster.js'
import {ConfiguredCluster} from '../../src/configuration/configured-cluster.js'
import {configuredPlugins} from '../../src/configuration/recognize.js'
import {expectRecorded} from '../helpers/exceptions.js'
import {disabledPlugins, type VectorRequest, withClusterObjects} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'
import {administrator, answerOf, comparable, inNamespace, type WholeAnswer, type WholeCase} from '../helpers/whole-objects.js'

type Body = Record<string, unknown>

interface PluginCase extends WholeCase {
  /** The flags of the server. */
  readonly flags: string
  /** The files that the flags name. */
  readonly files?: Readonly<Record<string, string>>
  /** Labels of the namespace. */
  readonly labels?: Body
  /** Annotations of the namespace. */
  readonly annotations?: Body
  /** The objects that existed before. */
  readonly objects?: readonly Body[]
}

/** The value of a flag; undefined if it is not given. */
const flagOf = (flags: string, name: string): string | undefined => flags.split(' ').find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)

const namesOf = (flags: string, name: string): string[] | undefined => flagOf(flags, name)?.split(',')

/** A server with the flags and the objects of a case. */
function clusterOf({flags, files = {}, labels = {}, annotations = {}, objects = []}: PluginCase): Cluster {
  const file = flagOf(flags, 'admission-control-config-file')
  const enabled = namesOf(flags, 'enable-admission-plugins')
  // In kadm, a configuration enables its plugin.
  const notEnabled = configuredPlugins.filter(({enabledByDefault}) => enabledByDefault === false)
    .map(({name}) => name).filter((name) => enabled?.includes(name) !== true)
  const cluster = new ConfiguredCluster({
    disableAdmissionPlugins: [...flags === '' ? [] : namesOf(flags, 'disable-admission-plugins') ?? disabledPlugins, ...notEnabled],
    ...enabled && {enableAdmissionPlugins: enabled},
    ...file !== undefined && {admissionConfiguration: files[file] ?? '', files},
  })
  cluster.load({object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'ns', labels, annotations}}})
  // The recorded server knew all accounts of the namespace.
  cluster.load({namespace: 'ns', object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'of-nobody'}}})
  withClusterObjects(cluster)
  for (const object of objects) answerOf(cluster, {verb: 'create', object})
  return cluster
}

/** Requests of these recordings name their namespace, if it is not that of the case. */
function sentTo(request: VectorRequest): VectorRequest {
  const {namespace} = request.object['metadata'] as {readonly namespace?: string}
  return {...administrator, ...request.user !== undefined && {uid: ''}, ...request, ...namespace !== undefined && {namespace}}
}

/** The order of the parts in brackets is random where the server walks a map. */
function unordered({message, ...answer}: WholeAnswer): unknown {
  const sorted = message?.replace(/\[(.*)\]$/s, (_, parts: string) => `[${parts.split(', ').sort().join(', ')}]`)
  return comparable({...answer, ...sorted !== undefined && {message: sorted}})
}

/** The files of recordings of the admission chain, and how many cases each has. */
const files = {'plugins': 363, 'admission-chain': 96}

for (const [file, count] of Object.entries(files)) {
  describe(`recorded answers: ${file}`, () => {
    const cases = readVectors<PluginCase>(file).map(inNamespace)

    it('contain all cases', () => expect(cases).to.have.length(count))

    for (const vector of cases.filter(isReplayed)) {
      it(vector.id, () => {
        const cluster = clusterOf(vector)
        const given = vector.requests.map((request) => answerOf(cluster, sentTo(request)))
        expectRecorded('plugins', vector.id, () => {
          expect(given.map(unordered)).to.deep.equal(vector.responses.map(unordered))
        })
      })
    }
  })
}
