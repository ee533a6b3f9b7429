import {expect} from 'chai'

import {explainRequests} from '../../../src/explain/explain.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {explainReporters} from '../../../src/report/explain/index.js'
import {comparisonText} from '../../../src/report/explain/sum-text.js'
import {SourceFile} from '../../../src/source/source-file.js'

const check = {
  cause: {policy: {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l'}}, field: FieldPath.of('spec')}, type: 'Container', resource: 'cpu', path: FieldPath.of('spec'), sums: [],
} as const

const claim = (more = ''): SourceFile => new SourceFile('claim.yaml', `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default${more}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`)

describe('texts of kadm explain', () => {
  it('state that amounts overflow on the server', () => {
    const amounts = {request: Quantity.parse('3'), limit: Quantity.parse('9')}
    expect(comparisonText({...check, ...amounts, bound: 'max', enforced: Quantity.parse('10')})).to.equal('request 3, limit 9 <= 10')
    expect(comparisonText({...check, ...amounts, bound: 'max', enforced: Quantity.parse('5')})).to.equal('request 3, limit 9 <= 5 in the 64 bits of the server')
    expect(comparisonText({...check, ...amounts, bound: 'min', enforced: Quantity.parse('3')})).to.equal('request 3, limit 9 >= 3')
    expect(comparisonText({...check, ...amounts, bound: 'min', enforced: Quantity.parse('4')})).to.equal('request 3, limit 9 >= 4 in the 64 bits of the server')
  })

  it('state that an applied object does not change', async () => {
    const spec = {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}
    const object = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {annotations: {}, name: 'data', namespace: 'default'}, spec}
    const annotations = {'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(object)}\n`}
    const existing = [new SourceFile('live.json', JSON.stringify({...object, metadata: {...object.metadata, annotations}}))]
    const verdict = async (sent: SourceFile): Promise<string | undefined> =>
      /Verdict: .*/.exec(await explainReporters.table(explainRequests({files: [sent], existing}), {isColoured: false, columns: undefined}))?.[0]
    expect(await verdict(claim())).to.equal('Verdict: unchanged, nothing is sent')
    expect(await verdict(claim(', labels: {a: b}'))).to.equal('Verdict: admitted')
  })
})
