// Loaded by Node.js in `npm run test:dist`, after the hooks for TypeScript: lets tests test the package in the folder KADM_PACKAGE in place of the sources.
import '../loader/register.js'

import {register} from 'node:module'

register('./hooks.js', import.meta.url)
