import {expect} from 'chai'

import {defaultPullPolicy} from '../../../../src/kinds/pod/containers/image-name.js'

const digest = `sha256:${'0'.repeat(64)}`

describe('default pull policy of an image', () => {
  for (const image of [
    'app', 'app:latest', 'library/app', 'example.com/app:latest', 'localhost:5000/app', 'localhost:5000/app:latest', 'example.com:443/a/b', `app:latest@${digest}`,
  ]) it(`is Always for ${image}`, () => expect(defaultPullPolicy(image)).to.equal('Always'))

  for (const image of [
    'app:1', 'app:latest2', 'app:v1.latest', 'localhost:5000', 'localhost:5000/app:1', `app@${digest}`, `app:1@${digest}`, `example.com/app@${digest}`,
    '', 'APP:latest', 'app:', 'app/:latest', 'a'.repeat(64), `example.com/${'a'.repeat(256)}:latest`, `${'a/'.repeat(3000)}a:latest`, 'app:latest@sha256:0',
  ]) it(`is IfNotPresent for ${image.slice(0, 40)}`, () => expect(defaultPullPolicy(image)).to.equal('IfNotPresent'))
})
