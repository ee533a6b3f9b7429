import {expect} from 'chai'

import {effectiveFlags} from '../../src/configuration/setup/server-setup.js'
import type {PluginFlags} from '../../src/admission/plugin-flags.js'
import {resolveSettings} from '../../src/cli/config/resolve.js'
import {givenPluginSettings, pluginLayersOf} from '../../src/cli/plugin-settings.js'

interface Layers {
  readonly manifest?: PluginFlags
  readonly file?: PluginFlags
  readonly environment?: Readonly<Record<string, string>>
  readonly flags?: Readonly<Record<string, readonly string[]>>
}

/** Plugin flags in force, without those that are not set. */
const inForce = ({manifest = {}, file = {}, environment = {}, flags = {}}: Layers): object => {
  const resolved = resolveSettings(givenPluginSettings(flags), environment, {settings: file as object, places: {}})
  return JSON.parse(JSON.stringify(effectiveFlags([manifest, ...pluginLayersOf(resolved)]))) as object
}

describe('plugin flags', () => {
  it('returns no flags by default', () => expect(inForce({})).to.deep.equal({}))

  it('returns the flags of the only layer that sets them', () => {
    const flags = {enableAdmissionPlugins: ['PodQos'], disableAdmissionPlugins: ['LimitRanger']}
    expect(inForce({manifest: flags})).to.deep.equal(flags)
    expect(inForce({file: flags})).to.deep.equal(flags)
    expect(inForce({environment: {KADM_ENABLE_ADMISSION_PLUGINS: 'PodQos', KADM_DISABLE_ADMISSION_PLUGINS: ' LimitRanger ,'}})).to.deep.equal(flags)
    expect(inForce({flags: {'enable-admission-plugins': ['PodQos'], 'disable-admission-plugins': ['LimitRanger']}})).to.deep.equal(flags)
    expect(inForce({flags: {'admission-control': ['']}})).to.deep.equal({admissionControl: []})
  })

  it('overrides each flag separately', () => {
    expect(inForce({manifest: {enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['Priority']}, flags: {'disable-admission-plugins': ['LimitRanger']}}))
      .to.deep.equal({enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['LimitRanger']})
  })

  it('omits a plugin that a layer with higher priority moves to the other list', () => {
    expect(inForce({file: {disableAdmissionPlugins: ['LimitRanger', 'Priority']}, flags: {'enable-admission-plugins': ['LimitRanger']}}))
      .to.deep.equal({enableAdmissionPlugins: ['LimitRanger'], disableAdmissionPlugins: ['Priority']})
    expect(inForce({manifest: {enableAdmissionPlugins: ['PodQos']}, environment: {KADM_DISABLE_ADMISSION_PLUGINS: 'PodQos'}}))
      .to.deep.equal({enableAdmissionPlugins: [], disableAdmissionPlugins: ['PodQos']})
  })

  it('prefers --admission-control or the flags that override it', () => {
    expect(inForce({manifest: {enableAdmissionPlugins: ['PodQos']}, flags: {'admission-control': ['LimitRanger']}})).to.deep.equal({admissionControl: ['LimitRanger']})
    expect(inForce({file: {admissionControl: ['LimitRanger']}, flags: {'disable-admission-plugins': ['ResourceQuota']}})).to.deep.equal({disableAdmissionPlugins: ['ResourceQuota']})
  })

  it('keeps conflicting flags of the same layer, which the server rejects', () => {
    expect(inForce({file: {admissionControl: ['LimitRanger'], enableAdmissionPlugins: ['PodQos']}})).to.deep.equal({admissionControl: ['LimitRanger'], enableAdmissionPlugins: ['PodQos']})
  })
})
