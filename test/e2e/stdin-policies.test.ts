import {expect} from 'chai'

import {inFolder} from '../helpers/in-folder.js'
import {type Run, runKadm} from '../helpers/run-kadm.js'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: dev}\nspec: {containers: [{name: a, image: b, resources: {limits: {cpu: 2}}}]}\n'
const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: dev}\nspec: {limits: [{type: Container, max: {cpu: 1}}]}\n'

describe('objects on standard input', () => {
  const write = inFolder()
  const simulate = (input: string, ...argv: string[]): Promise<Run> => runKadm(['simulate', ...argv], {input, cwd: process.cwd()})

  it('are evaluated with policies from the stream only', async () => {
    write({'manifests/limits.yaml': limits, 'torn.yaml': 'a: ['})
    expect(await simulate(pod, '-')).to.include({status: 0, stderr: ''})
    expect((await simulate(`${pod}---\n${limits}`, '-')).stdout).to.match(/Name: +limits\n[^]*denied \(403 Forbidden\)/)
    expect(await simulate(pod, '-', '-p', 'manifests')).to.include({status: 1})
  })

  it('are evaluated with policies of the working directory if files are given, too', async () => {
    write({'manifests/limits.yaml': limits, 'app/pod.yaml': pod.replace('name: p,', 'name: q,')})
    expect((await simulate(pod, '-', 'app/pod.yaml')).stdout).to.contain('0 admitted, 2 denied')
  })
})
