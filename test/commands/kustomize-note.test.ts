import {expect} from 'chai'

import CapacityCommand from '../../commands/capacity.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const object = (kind: string, name: string): string => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}}\n`
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n'
  + '    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: web}]}\n'

const base = {
  'base/kustomization.yaml': 'resources: [web.yaml, cm.yaml]\n', 'base/web.yaml': deployment, 'base/cm.yaml': object('ConfigMap', 'a'),
}
const patch = 'patches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {replicas: 3}\n'

describe('note about kustomizations', () => {
  const write = inFolder()
  const notes = async (...argv: string[]): Promise<readonly string[]> =>
    (JSON.parse((await runCommand(Simulate, ...argv, '-o', 'json')).stdout) as {notes: readonly string[]}).notes

  it('names the overlay that changes the sent objects, in the table, JSON and capacity', async () => {
    write({...base, 'overlays/prod/kustomization.yaml': `resources: [../../base]\n${patch}`})
    const note = 'overlays/prod changes 1 of these objects: --kustomize overlays/prod sends what it makes of them'
    expect(await notes('.')).to.deep.equal([note])
    expect((await runCommand(Simulate, '.', '--no-color')).stdout).to.contain(`\nNote: ${note}\n`)
    expect((await runCommand(CapacityCommand, '.')).stderr).to.contain(`Note: ${note}\n`)
  })

  it('names the base if no overlay includes it', async () => {
    write({...base, 'base/kustomization.yaml': 'resources: [web.yaml, cm.yaml]\nnamespace: shop\n'})
    expect(await notes('base')).to.deep.equal(['base changes 2 of these objects: --kustomize base sends what it makes of them'])
    expect(await notes('base', '-n', 'shop')).to.deep.equal([])
  })

  it('names the overlay with the most changes and counts the others', async () => {
    write({
      ...base, 'dev/kustomization.yaml': `resources: [../base]\n${patch}`, 'prod/kustomization.yaml': `resources: [../base]\nnamespace: prod\n${patch}`,
    })
    expect(await notes('base', '.')).to.deep.equal(['prod and 1 more kustomization change 2 of these objects: each is rendered with --kustomize, such as --kustomize prod'])
  })

  it('is omitted if no overlay changes an object, and for files named as arguments', async () => {
    write({...base, 'prod/kustomization.yaml': 'resources: [../base]\nimages: [{name: web, newTag: "2"}]\n', 'dev/kustomization.yaml': `resources: [../base]\n${patch}`})
    expect(await notes('base/cm.yaml', 'base/web.yaml')).to.deep.equal([])
    write({'dev/kustomization.yaml': 'resources: [../base]\n'})
    expect(await notes('.')).to.deep.equal([])
  })
})
