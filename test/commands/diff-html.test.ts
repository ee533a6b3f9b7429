import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'

import Diff from '../../commands/diff.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const quotaOf = (cpu: string, name = 'q'): string =>
  JSON.stringify({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, namespace: 'dev'}, spec: {hard: {'requests.cpu': cpu}}})

const podOf = (name: string, cpu: string): string => JSON.stringify(
  {apiVersion: 'v1', kind: 'Pod', metadata: {name, namespace: 'dev'}, spec: {containers: [{name: 'a', image: 'b', resources: {requests: {cpu}}}]}},
)

const argv = ['pods.yaml', '--before', 'before', '--after', 'after']

describe('kadm diff -o html and --plots', () => {
  const write = inFolder()

  it('shows the objects with other results and their causes, and draws quotas before and after', async () => {
    write({'before/q.yaml': quotaOf('4'), 'after/q.yaml': quotaOf('2'), 'pods.yaml': [podOf('a', '1'), podOf('b', '2')].join('\n---\n')})
    const plain = await runCommand(Diff, ...argv)
    const both = await runCommand(Diff, ...argv, '-o', 'table', '-o', 'html=page.html', '--plots', 'plots')
    expect(both).to.deep.equal(plain)
    const page = readFileSync('page.html', 'utf8')
    expect([...page.matchAll(/ id="([a-z-]+)-title"/g)].map(([, id]) => id)).to.deep.equal(['effects', 'quotas', 'amounts'])
    expect(page).to.match(/data-item="object" data-outcome="newly denied" data-namespace="dev"[^]*Pod\/b[^]*exceeded quota/)
    expect(page).to.contain('3 of 4 \u2192 3 of 2</text>').and.to.contain('ResourceQuota q')
    expect(readdirSync('plots')).to.deep.equal(['diff-quotas-dev.svg'])
    const chart = readFileSync('plots/diff-quotas-dev.svg', 'utf8')
    // The scale ends at 4. Before, 3 of 4 are needed; after the change the bound is 2, and 1 is more than that.
    expect(chart).to.match(/class="kc-used" x="0\.4%" y="[\d.]+" width="74\.4%"/).and.to.match(/class="kc-run" x="0\.4%" y="[\d.]+" width="49\.6%"/)
    expect(chart).to.match(/class="kc-over" x="50%" y="[\d.]+" width="24\.8%"/)
  })

  it('shows an object once, with all its effects and each cause after its effects', async () => {
    const web = (command: string): string => JSON.stringify({
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'dev'},
      spec: {
        replicas: 2, selector: {matchLabels: {a: 'b'}},
        template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'a', image: 'b', command: [command], resources: {requests: {cpu: '1'}}}]}},
      },
    })
    write({'before/q.yaml': quotaOf('4'), 'after/q.yaml': quotaOf('1'), 'web.yaml': web('new'), 'running.yaml': web('old')})
    const {stdout} = await runCommand(Diff, 'web.yaml', '--existing', 'running.yaml', '--before', 'before', '--after', 'after', '-o', 'html')
    const items = stdout.split('<li class="item').slice(1).filter((text) => text.includes('data-item="object"'))
    expect(items).to.have.length(1)
    expect(items[0]).to.match(/data-outcome="newly denied"[^]*pods? start[^]*rollout: [^]*Cause: ResourceQuota q/).and.not.to.match(/Cause:[^]*Cause:/)
    expect(stdout).to.contain('Objects with other results <span class="count">1</span>')
  })

  it('draws quotas that exist on one side only, and keeps names as texts', async () => {
    const hostile = '</svg><script>alert(1)</script>'
    write({'before/q.yaml': quotaOf('4', 'old'), 'after/q.yaml': quotaOf('2', 'new'), 'pods.yaml': `${podOf('a', '1')}\n---\n${podOf(hostile, '1')}`})
    const {stdout} = await runCommand(Diff, ...argv, '-o', 'html')
    expect(stdout).to.contain('1 of 4 \u2192 none</text>').and.to.contain('none \u2192 1 of 2</text>')
    expect(stdout.match(/<script/g)).to.have.length(1)
  })

  it('states a bound that stays the same once', async () => {
    write({'before/q.yaml': `${quotaOf('4')}\n---\n${podOf('a', '1')}`, 'after/q.yaml': `${quotaOf('4')}\n---\n${podOf('a', '2')}`, 'other.yaml': podOf('b', '1')})
    const {stdout} = await runCommand(Diff, 'other.yaml', '--before', 'before', '--after', 'after', '-o', 'html')
    expect(stdout).to.contain('>2 \u2192 3 of 4</text>')
  })

  it('makes a page without differences', async () => {
    write({'before/q.yaml': quotaOf('4'), 'after/q.yaml': quotaOf('4'), 'pods.yaml': podOf('a', '1')})
    const {stdout} = await runCommand(Diff, ...argv, '-o', 'html')
    expect(stdout).to.contain('no differences').and.not.to.match(/ id="[a-z-]+-title"/)
  })
})
