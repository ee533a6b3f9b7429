import {expect} from 'chai'

import {pluginSettings, serverChanges} from '../../../src/cli/diff/server-changes.js'

const configured = {EventRateLimit: {kind: 'Configuration'}}

describe('the changes of a server', () => {
  it('are its version, its flags and its lists of plugins', () => {
    const before = {kubernetesVersion: '1.35', allowPrivileged: false, enableAdmissionPlugins: ['PodQos', 'NamespaceExists'], admissionControl: ['LimitRanger']} as const
    expect(serverChanges({before, after: {disableAdmissionPlugins: ['Priority'], enableAdmissionPlugins: ['NamespaceExists', 'PodQos'], admissionControl: []}})).to.deep.equal([
      'Kubernetes 1.35 → 1.36', 'allowPrivileged false → true', 'disableAdmissionPlugins none → Priority', 'admissionControl LimitRanger → none',
    ])
  })

  it('are none for settings that are the defaults', () => {
    expect(serverChanges({before: {}, after: {kubernetesVersion: '1.36', allowPrivileged: true, admissionControl: []}})).to.deep.equal([])
  })

  it('contain the configuration of a plugin that runs on both sides', () => {
    const on = {pluginConfigurations: configured}
    const off = {...on, disableAdmissionPlugins: ['EventRateLimit']}
    const plugins = (before: typeof on, after: typeof on): number[] => Object.values(pluginSettings({before, after})).map((settings) => settings.length)
    expect([plugins(on, on), plugins(off, on), plugins(on, off), plugins(off, off)]).to.deep.equal([[1, 1], [0, 0], [0, 0], [0, 0]])
  })
})
