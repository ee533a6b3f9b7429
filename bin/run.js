#!/usr/bin/env node
import {execute} from '../dist/vendor/oclif.js'

await execute({dir: import.meta.url})
