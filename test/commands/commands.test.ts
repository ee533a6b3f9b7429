import {expect} from 'chai'

import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limits = `apiVersion: v1
kind: LimitRange
metadata: {name: limits, labels: {team: a}}
spec: {limits: [{type: Container, default: {cpu: 500m}, max: {cpu: "1"}}]}
`
const broken = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: broken}\nspec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]}\n'
const podOf = (name: string, cpu: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: ${cpu}}}}]}\n`

describe('commands', () => {
  const write = inFolder()

  describe('lint', () => {
    it('prints "nothing wrong" for valid files', async () => {
      write({'a.yaml': limits})
      expect(await runCommand(Lint)).to.deep.equal({stdout: '1 object in 1 file: nothing wrong\n', stderr: '', status: 0})
    })

    it('reports findings as a table and as JSON', async () => {
      write({'a.yaml': broken})
      const table = await runCommand(Lint, 'a.yaml', '--no-color')
      expect(table.status).to.equal(1)
      expect(table.stdout).to.match(/^a\.yaml:4:\d+ {2}error {2}spec\.limits\[0\]\.min\[cpu\]: .* limit-range\/min-not-above-max\n/)
      const json = await runCommand(Lint, 'a.yaml', '-o', 'json')
      expect(json.status).to.equal(1)
      expect(JSON.parse(json.stdout)).to.have.nested.property('diagnostics[0].ruleId', 'limit-range/min-not-above-max')
    })

    it('warns about a directory without manifests', async () => {
      expect(await runCommand(Lint, '.')).to.include({status: 0, stderr: 'Warning: there are no .yaml, .yml or .json files in .\n'})
    })

    it('rejects missing paths and unknown flags and values', async () => {
      const missing = await runCommand(Lint, 'nowhere.yaml')
      expect(missing).to.include({status: 2, stdout: ''})
      expect(missing.error?.message).to.equal('the path "nowhere.yaml" does not exist')
      const flag = await runCommand(Lint, '--ouput', 'json')
      expect(flag.status).to.equal(2)
      expect(flag.error?.suggestions).to.deep.equal(['did you mean --output?'])
      const value = await runCommand(Lint, '--output', 'tabel')
      expect(value.status).to.equal(2)
      expect(value.error?.suggestions).to.deep.equal(['did you mean table?'])
    })
  })

  describe('simulate', () => {
    it('reads the policies next to the file', async () => {
      write({'limits.yaml': limits, 'pod.yaml': podOf('a', '1')})
      const {status, stdout} = await runCommand(Simulate, 'pod.yaml', '-n', 'dev', '--no-color')
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Name: +a\nNamespace: +dev\n/).and.to.contain('1 object: 1 admitted, 0 denied')
    })

    it('reports denials as a table, JSON and YAML', async () => {
      write({'limits.yaml': limits, 'pod.yaml': podOf('a', '2')})
      const table = await runCommand(Simulate, 'pod.yaml', '-p', 'limits.yaml', '--no-color')
      expect(table.status).to.equal(1)
      expect(table.stdout).to.contain('maximum cpu usage per Container is 1, but limit is 2').and.to.contain('at limits.yaml:4:')
      expect(JSON.parse((await runCommand(Simulate, 'pod.yaml', '-p', 'limits.yaml', '-o', 'json')).stdout)).to.have.nested.property('reviews[0].status.code', 403)
      expect((await runCommand(Simulate, 'limits.yaml', '-p', 'pod.yaml', '-o', 'yaml')).stdout).to.contain('kind: LimitRange')
    })

    it('accepts flags before files, and repeated flags', async () => {
      write({'limits.yaml': limits, 'classes.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n', 'a.yaml': podOf('a', '1'), 'b.yaml': podOf('b', '2')})
      const {status, stdout} = await runCommand(Simulate, '-n', 'dev', '-p', 'limits.yaml', '-p', 'classes.yaml', 'a.yaml', 'b.yaml', '--no-color')
      expect(status).to.equal(1)
      expect(stdout).to.contain('2 objects: 1 admitted, 1 denied')
    })

    it('reports missing arguments', async () => {
      const {status, stdout, error} = await runCommand(Simulate)
      expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
      expect(error?.message).to.equal('nothing to send: name a FILE, or give --kustomize DIR or --helm CHART')
    })

    it('reports objects among the policies that are not policies', async () => {
      write({'limits.yaml': limits, 'other.yaml': podOf('b', '1'), 'pod.yaml': podOf('a', '1')})
      const {status, stderr} = await runCommand(Simulate, 'pod.yaml', '-p', '.')
      expect(status).to.equal(0)
      expect(stderr).to.match(/^Hint: 1 object among the policies/)
    })

    it('exits with 2 if a policy is rejected', async () => {
      write({'limits.yaml': broken, 'pod.yaml': podOf('a', '1')})
      const {status, stdout} = await runCommand(Simulate, 'pod.yaml', '-p', 'limits.yaml', '--no-color')
      expect(status).to.equal(2)
      expect(stdout).to.match(/^LimitRange broken is not in force/).and.to.match(/Note: the result is incomplete: 1 policy is rejected\n$/)
    })

    it('names existing objects that are rejected apart from policies', async () => {
      const existing = 'apiVersion: v1\nkind: Pod\nmetadata: {name: empty}\nspec: {containers: []}\n'
      write({'limits.yaml': broken, 'pod.yaml': podOf('a', '1'), 'existing.yaml': existing})
      const {status, stdout} = await runCommand(Simulate, 'pod.yaml', '-p', 'limits.yaml', '--existing', 'existing.yaml', '--no-color')
      expect(status).to.equal(2)
      expect(stdout).to.match(/^LimitRange broken is not in force: the API server would reject it$/m).and.to.match(/^Pod empty is left out: the API server would reject it\n {2}Pod "empty" is invalid: /m)
      expect(stdout).to.contain('1 policy not in force, 1 existing object left out').and.to.match(/Note: the result is incomplete: 1 policy is rejected, 1 existing object is rejected\n$/)
    })

    it('rejects reading standard input twice', async () => {
      expect((await runCommand(Simulate, '-', '-p', '-')).error?.message).to.equal('standard input can be read only once: give one "-"')
    })
  })

  describe('describe', () => {
    it('prints LimitRanges', async () => {
      write({'limits.yaml': limits})
      const {status, stdout} = await runCommand(DescribeLimits, '-p', 'limits.yaml')
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Name: +limits\nNamespace: +default\n/)
      expect((await runCommand(DescribeLimits, '-l', 'team=a')).stdout).to.equal(stdout)
    })

    it('reports names and selectors without matches', async () => {
      write({'limits.yaml': limits})
      expect(await runCommand(DescribeLimits, 'x')).to.include({status: 1, stderr: 'Error from server (NotFound): limitranges "x" not found\n'})
      expect(await runCommand(DescribeLimits, '-l', 'team=b')).to.include({status: 0, stderr: 'No resources found in default namespace.\n'})
    })

    it('rejects invalid selectors, and selectors together with names', async () => {
      write({'limits.yaml': limits})
      expect((await runCommand(DescribeLimits, '-l', 'a in')).status).to.equal(2)
      expect((await runCommand(DescribeLimits, 'limits', '-l', 'team=a')).error?.message).to.equal('give names or a label selector, not both')
    })

    it('prints a namespace with its policies, and reports broken files', async () => {
      write({'limits.yaml': limits, 'broken.yaml': broken, 'unreadable.yaml': 'kind: Pod\na: ['})
      const {status, stdout, stderr} = await runCommand(DescribeNamespace, 'dev', '-p', '.')
      expect(status).to.equal(2)
      expect(stdout).to.match(/^Name: +dev\n/).and.to.contain('Resource Limits')
      expect(stderr).to.contain('unreadable.yaml:2: ').and.to.contain('Not in force: LimitRange "broken" is invalid')
    })

    it('reports files found by default only if they may hold a policy', async () => {
      write({'limits.yaml': limits, 'unreadable.yaml': 'kind: Pod\na: [', 'odd.yaml': 'apiVersion: v1\nkind: Pot\nmetadata: {name: a}\n'})
      const {status, stdout, stderr} = await runCommand(DescribeNamespace, 'dev')
      expect([status, stderr]).to.deep.equal([0, ''])
      expect(stdout).to.match(/^Name: +dev\n/).and.to.contain('Resource Limits')
      write({'torn.yaml': 'kind: LimitRange\nmetadata: {name: [\n'})
      expect(await runCommand(DescribeNamespace, 'dev')).to.include({status: 2}).and.to.have.property('stderr').that.matches(/^torn\.yaml:\d+: /)
    })
  })
})
