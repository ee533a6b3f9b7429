import {expect} from 'chai'

import {Cluster} from '../../src/cluster/cluster.js'
import {noSuchFile} from '../../src/configuration/file-error.js'
import {readAdmissionConfiguration} from '../../src/configuration/read-configuration.js'
import {SourceFile} from '../../src/source/source-file.js'
import {cutDown, prune, sortedMessage} from '../helpers/compare.js'
import {disabledPlugins, send, type VectorRequest, withClusterObjects} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Answer {
  readonly code: number
  readonly reason?: string
  readonly message?: string
  readonly object?: Record<string, unknown>
}

interface Case {
  readonly id: string
  /** The AdmissionConfiguration of the server, with limited resources. */
  readonly admissionConfiguration: string
  readonly requests: readonly VectorRequest[]
  readonly responses: readonly Answer[]
  /** The status of each quota of the namespace after the last request. */
  readonly quotas?: Readonly<Record<string, unknown>>
}

const comparable = ({code, reason, message = '', object}: Answer): unknown => code < 300
  ? {code, object: object && prune(object)}
  : {code, reason, message: sortedMessage(message)}

describe('recorded answers: resourcequota-limited', () => {
  const cases = readVectors<Case>('resourcequota-limited')

  it('contain all cases', () => expect(cases).to.have.length(38))

  for (const {id, admissionConfiguration, requests, responses, quotas = {}} of cases.filter(isReplayed)) {
    it(id, () => {
      const {configurations, error, problems} = readAdmissionConfiguration(new SourceFile('config.yaml', admissionConfiguration), {readFile: noSuchFile})
      expect([error, ...problems]).to.deep.equal([undefined])
      const cluster = withClusterObjects(new Cluster({disableAdmissionPlugins: disabledPlugins, pluginConfigurations: configurations}))
      for (const [i, request] of requests.entries()) {
        const {status: {code, reason, message}, object} = send(cluster, request)
        const expected = responses[i] ?? {code: 0}
        const given = {code, ...code >= 300 && {reason, message}, ...object && expected.object && {object: cutDown(object)}}
        expect(comparable(given), `request ${i + 1}`).to.deep.equal(comparable(expected))
      }
      for (const [name, status] of Object.entries(quotas)) {
        const quota = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})
        expect(prune(quota?.['status']), `quota ${name}`).to.deep.equal(prune(status))
      }
    })
  }
})
