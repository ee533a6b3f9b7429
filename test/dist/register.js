// Loaded by Node.js in `npm run test:dist`, after tsx: lets tests test the package in the folder KADM_PACKAGE in place of the sources.
import 'tsx'

import {register} from 'node:module'

register('./hooks.js', import.meta.url)
