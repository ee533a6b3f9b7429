import {expect} from 'chai'

import {finding, hostileFinding, hostileTexts, lettersIn, reported} from '../../helpers/findings.js'
import {junitErrors} from '../../helpers/report-formats.js'

describe('lint -o junit @slow', () => {
  it('contains a suite for each file and a test for each finding', async () => {
    const related = [{file: lettersIn('b.yaml'), span: {start: 0, end: 1}, message: 'max is here'}]
    const text = await reported('junit', [finding({hint: 'write "a"', related}), finding({severity: 'info', object: undefined as never, field: ''})], {paths: ['./a.yaml', 'ok.yaml']})
    expect(text).to.equal(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kadm lint" tests="3" failures="1" errors="0">
  <testsuite name="a.yaml" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="a.yaml" name="limit-range/min-not-above-max LimitRange dev/limits spec.limits[0].min[cpu]">
      <failure type="error" message="min is above max">a.yaml:2:3: error: min is above max
see b.yaml:1:1: max is here
hint: write &quot;a&quot;
kadm rules limit-range/min-not-above-max</failure>
    </testcase>
    <testcase classname="a.yaml" name="limit-range/min-not-above-max">
      <system-out>a.yaml:2:3: info: min is above max
kadm rules limit-range/min-not-above-max</system-out>
    </testcase>
  </testsuite>
  <testsuite name="ok.yaml" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="ok.yaml" name="nothing wrong"/>
  </testsuite>
</testsuites>
`)
    expect(await junitErrors(text)).to.deep.equal([])
  })

  it('fails tests according to --fail-on', async () => {
    const failures = async (failOn: 'error' | 'warning' | 'info' | 'none'): Promise<number> =>
      (await reported('junit', (['error', 'warning', 'info'] as const).map((severity) => finding({severity})), {failOn})).split('<failure ').length - 1
    expect([await failures('error'), await failures('warning'), await failures('info'), await failures('none')]).to.deep.equal([1, 2, 3, 0])
  })

  it('numbers tests with the same name', async () => {
    const text = await reported('junit', [finding(), finding(), finding()])
    expect([...text.matchAll(/ name="limit[^"]*\]( \(\d\))?"/g)].map(([, number]) => number)).to.deep.equal([undefined, ' (2)', ' (3)'])
  })

  it('includes files that are referenced by others', async () => {
    const text = await reported('junit', [finding({file: lettersIn('plugin.yaml')})], {paths: ['a.yaml']})
    expect([...text.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).to.deep.equal(['a.yaml', 'plugin.yaml'])
  })

  it('is valid without files', async () => {
    expect(await junitErrors(await reported('junit', []))).to.deep.equal([])
  })

  it('is valid XML for any text in a manifest', async () => {
    const text = await reported('junit', hostileTexts.map(hostileFinding))
    expect(await junitErrors(text)).to.deep.equal([])
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f\ufffe\uffff]|\p{Cs}/u)
    expect(text.split('<failure ').length - 1).to.equal(hostileTexts.length)
  })

  it('is checked with a schema that rejects other XML @slow', async () => {
    const text = await reported('junit', [finding()])
    expect(await junitErrors(text.replace('<failure ', '<fault ').replace('</failure>', '</fault>'))).not.to.deep.equal([])
    expect(await junitErrors(text.replace('min is', 'min & is'))).not.to.deep.equal([])
  })
})
