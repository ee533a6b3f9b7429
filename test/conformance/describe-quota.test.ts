import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import {limitRange} from '../../src/kinds/limit-range/index.js'
import {namespaceNamed} from '../../src/kinds/namespace/index.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {describeNamespace, describeObjects, describeResourceQuota} from '../../src/report/describe.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

type Body = Record<string, unknown>

interface Case {
  readonly id: string
  readonly objects: readonly Body[]
  readonly describe: {readonly kind: 'resourcequota' | 'namespace', readonly name?: string | string[]}
  readonly status?: Readonly<Record<string, unknown>>
  readonly stdout: string
  readonly stderr?: string
}

/** Replaces `NS` in the vectors, which is not a valid name of a namespace. */
const namespace = 'ns'

const placed = (text: string): string => text.replaceAll('NS', namespace)

function recordedCluster({objects, status = {}}: Case): Cluster {
  const cluster = new Cluster({controllers: false})
  for (const object of objects) {
    const {name} = object['metadata'] as {name: string}
    const review = cluster.load({namespace, object: name in status ? {...object, status: status[name]} : object})
    expect(review.status.message).to.equal('')
  }
  return cluster
}

function output(vector: Case): {stdout: string, stderr: string} {
  const {kind, name = []} = vector.describe
  const cluster = recordedCluster(vector)
  if (kind === 'namespace') {
    const described = {...namespaceNamed(namespace, cluster)}
    return {stdout: describeNamespace(described, cluster.list(resourceQuota, namespace), cluster.list(limitRange, namespace)), stderr: ''}
  }
  const {text, missing} = describeObjects(cluster.list(resourceQuota, namespace), [name].flat(), describeResourceQuota)
  const notFound = missing.map((missed) => `Error from server (NotFound): resourcequotas "${missed}" not found\n`).join('')
  return {stdout: text, stderr: text === '' && missing.length === 0 ? `No resources found in ${namespace} namespace.\n` : notFound}
}

describe('recorded answers: describe-quota', () => {
  const cases = readVectors<Case>('describe-quota')

  it('contain all cases', () => expect(cases).to.have.length(43))

  for (const vector of cases.filter(isReplayed)) {
    it(vector.id, () => expect(output(vector)).to.deep.equal({stdout: placed(vector.stdout), stderr: placed(vector.stderr ?? '')}))
  }
})
