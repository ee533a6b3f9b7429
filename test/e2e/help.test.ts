import {expect} from 'chai'

import {kubernetesVersions} from '../../src/machinery/kubernetes-version.js'
import {runKadm} from '../helpers/run-kadm.js'

describe('help', function () {
  this.timeout(60_000)
  const kadm = (...args: string[]): ReturnType<typeof runKadm> => runKadm(args)

  it('of a command is what --help prints', async () => {
    for (const words of [[], ['lint'], ['describe', 'quota'], ['describe']]) {
      const [help, flag] = await Promise.all([kadm('help', ...words), kadm(...words, '--help')])
      expect(help, words.join(' ')).to.include({status: 0, stdout: flag.stdout, stderr: ''})
      expect(help.stdout, words.join(' ')).to.contain('USAGE')
    }
  })

  it('of a command that does not exist ends with status 2 and the one that was probably meant', async () => {
    const {status, stdout, stderr} = await kadm('help', 'lnt')
    expect({status, stdout}).to.deep.equal({status: 2, stdout: ''})
    expect(stderr).to.contain('there is no command "lnt"').and.to.contain('did you mean "kadm lint"?')
  })

  it('of a group lists each command once, without its aliases', async () => {
    const {stdout} = await kadm('describe')
    const listed = [...stdout.matchAll(/^ {2}(describe \w+) /gm)].map(([, name]) => name)
    expect(listed).to.deep.equal(['describe limits', 'describe namespace', 'describe quota'])
    expect((await kadm('describe', 'limitrange', '--help')).stdout).to.contain('kubectl describe limits')
  })
})

describe('version', function () {
  this.timeout(60_000)

  it('names the versions of Kubernetes that kadm emulates', async () => {
    const [{stdout: short}, {stdout, status}, {stdout: json}] = await Promise.all([runKadm(['--version']), runKadm(['version']), runKadm(['version', '-o', 'json'])])
    const [, version = '', node = ''] = /^kadm\/(\S+) \S+ node-v(\S+)\n$/.exec(short) ?? []
    expect({status, stdout}).to.deep.equal({
      status: 0, stdout: `kadm:        ${version}\nKubernetes:  1.36 (--kubernetes-version: 1.34, 1.35, 1.36)\nNode.js:     ${node}\n`,
    })
    expect(JSON.parse(json)).to.deep.equal({version, kubernetesVersions: [...kubernetesVersions], defaultKubernetesVersion: '1.36', node})
  })
})
