// The script of a report (src/report/html/): it adds what needs JavaScript to a page that is complete without it.
import {addDisclosureButtons, openForPrint} from './disclosures.js'
import {addFilters} from './filters.js'
import {addZoom} from './zoom.js'

const main = document.querySelector('main')
if (main !== null) {
  addFilters(main)
  addZoom(main)
  addDisclosureButtons(main)
  openForPrint(main)
}
