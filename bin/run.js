#!/usr/bin/env node
import {setFlagsFromString} from 'node:v8'

import {execute} from '../dist/vendor/oclif.js'

// A run takes a second or less, and most of it passes before V8 has compiled what is hot. With little inlining it is done in
// half the time, and what it makes is as fast (npm run bench).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')

await execute({dir: import.meta.url})
