import {expect} from 'chai'

import {diffFacts, diffNotes} from '../../../src/cli/diff/diff-facts.js'
import type {SideRun} from '../../../src/cli/diff/run-side.js'
import {diff} from '../../../src/diff/diff.js'
import {capacity} from '../../../src/simulate/capacity/capacity.js'
import type {Simulation} from '../../../src/simulate/simulate.js'
import {SourceFile} from '../../../src/source/source-file.js'
import type {Body} from '../../helpers/builders.js'
import {limits, pod} from '../../helpers/diffed.js'
import {fileOf} from '../../helpers/simulated.js'

interface Given extends Partial<Pick<Simulation, 'notes' | 'incomplete'>> {
  readonly policies?: readonly Body[]
  readonly objects?: readonly Body[]
  readonly file?: SourceFile
  readonly areAllSkipped?: boolean
}

/** A side of a comparison, of which the command has simulated the objects. */
function side({policies = [], objects = [], file, areAllSkipped = false, ...given}: Given): SideRun {
  const inputs = {files: [file ?? fileOf('app.yaml', objects)], trees: [fileOf('tree.yaml', policies)], policies: [], existing: [], arePoliciesNamed: true, areAllSkipped}
  const found = capacity(inputs, {namespace: 'dev'})
  return {capacity: {...found, simulation: {...found.simulation, ...given}}, inputs, setup: {}, warnings: [], skipped: []} as unknown as SideRun
}

const factsOf = (before: Given, after: Given, failOn: 'denied' | 'changed' | 'none' = 'none'): ReturnType<typeof diffFacts> => {
  const sides = {before: side(before), after: side(after)}
  return diffFacts(diff(sides.before.capacity, sides.after.capacity), sides, failOn)
}

const notesOf = (before: Given, after: Given): string[] => diffNotes({before: side(before), after: side(after)})

describe('diffFacts', () => {
  const [wide, narrow] = [{policies: [limits({max: {cpu: '2'}})]}, {policies: [limits({max: {cpu: '1'}})]}]
  const objects = [pod('a', {limits: {cpu: '2'}})]

  it('has findings for what is newly denied, or for any change, according to --fail-on', () => {
    const found = (['denied', 'changed', 'none'] as const).map((failOn) => factsOf({...wide, objects}, {...narrow, objects}, failOn).hasFindings)
    expect(found).to.deep.equal([true, true, false])
    expect((['denied', 'changed', 'none'] as const).map((failOn) => factsOf({...narrow, objects}, {...wide, objects}, failOn).hasFindings)).to.deep.equal([false, true, false])
  })

  it('is incomplete if a workload of either side is not simulated to its end, and reports it once', () => {
    expect(factsOf({incomplete: ['a', 'both']}, {incomplete: ['both', 'b']}).reasons).to.deep.equal(['both', 'b', 'a'])
  })

  it('is incomplete for policies that are rejected after the change, and not for those rejected before it', () => {
    const wrong = {policies: [limits({max: {cpu: '1'}, min: {cpu: '2'}})]}
    expect([factsOf(wide, wrong).rejected, factsOf(wrong, wide).rejected].map((list) => list?.length)).to.deep.equal([1, 0])
  })

  it('has the sources after the change', () => {
    expect(factsOf({}, {objects}).sources?.map(({path}) => path)).to.deep.equal(['app.yaml', 'tree.yaml'])
    expect(factsOf({}, {areAllSkipped: true}).areAllSkipped).to.equal(true)
  })
})

describe('diffNotes', () => {
  it('reports that nothing is sent if neither side has objects', () => {
    const note = 'there are no objects to send: only policies and quotas are compared'
    const objects = [pod('a')]
    expect([notesOf({}, {}), notesOf({objects}, {}), notesOf({}, {objects})].map((notes) => notes.includes(note))).to.deep.equal([true, false, false])
  })

  it('names the side of notes that only the simulation before the change has', () => {
    const objects = [pod('a')]
    expect(notesOf({objects, notes: ['both', 'old']}, {objects, notes: ['both', 'new']})).to.deep.equal(['both', 'new', 'before the change: old'])
  })

  it('reports what could not be used before the change, but not what was rejected or not simulated to its end', () => {
    const objects = [pod('a')]
    const broken = {file: new SourceFile('app.yaml', 'kind: Pod\na: [\n')}
    expect(notesOf(broken, {objects, notes: []})[0]).to.equal('before the change, 1 file has documents that cannot be used: their objects are missing on that side')
    const old = {objects, policies: [limits({max: {cpu: '1'}, min: {cpu: '2'}})], incomplete: ['Deployment dev/web is not simulated to its end'], notes: []}
    expect(notesOf(old, {objects, notes: []})).to.deep.equal([])
  })
})
