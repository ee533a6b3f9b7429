import {expect} from 'chai'

import {capacityPlots, maxNamespaces} from '../../../src/report/charts/files.js'
import {capacity} from '../../../src/simulate/capacity/capacity.js'
import type {Capacity} from '../../../src/simulate/capacity/types.js'
import {quota} from '../../helpers/builders.js'
import {fileOf} from '../../helpers/simulated.js'
import {deployment} from '../../helpers/workload-manifests.js'
import {xmlErrors} from '../../helpers/xml-errors.js'

const found = capacity({files: [fileOf('files.yaml', [deployment('web', 2, {})])], policies: [fileOf('p.yaml', [quota({pods: '10'})])]}, {namespace: 'dev'})

/** The same capacity in other namespaces. */
const inNamespaces = (names: readonly string[]): Capacity =>
  ({...found, namespaces: names.flatMap((namespace) => found.namespaces.map((one) => ({...one, namespace})))})

const namesOf = (names: readonly string[]): string[] => capacityPlots(inNamespaces(names)).files.map(({name}) => name)

describe('capacityPlots', () => {
  it('makes safe and different file names of any names', () => {
    const odd = ['../../etc', '/abs', '..', 'A', 'a', 'a_41', 'con', '\u{1f600}', '-', '', 'x'.repeat(300), `${'x'.repeat(300)}y`, 'nul\u0000<script>']
    const names = namesOf(odd)
    for (const name of names) expect(name).to.match(/^capacity-quotas-[a-z0-9_-]{0,103}\.svg$/)
    expect(new Set(names).size).to.equal(odd.length)
    expect(names).to.include.members(['capacity-quotas-_2e_2e_2f_2e_2e_2fetc.svg', 'capacity-quotas-a.svg', 'capacity-quotas-_41.svg'])
  })

  it('makes the same name for a namespace regardless of others', () => {
    expect(namesOf(['a', 'b', 'c'])).to.include.members(namesOf(['b']))
  })

  it('keeps hostile names as texts', async () => {
    const {files: [file]} = capacityPlots(inNamespaces(['</title><script>alert(1)</script>\u202e\u0007]]>&lt;']))
    expect(file?.text).not.to.match(/<script|\u202e|\u0007/)
    expect(await xmlErrors(file?.text ?? '')).to.deep.equal([])
  })

  it('draws a limited number of 50,000 namespaces', () => {
    const names = Array.from({length: 50_000}, (_, i) => `ns-${i}`)
    const {files, left} = capacityPlots(inNamespaces(names))
    expect([files.length, left]).to.deep.equal([maxNamespaces, 50_000 - maxNamespaces])
  })
})
