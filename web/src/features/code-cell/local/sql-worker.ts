import { loadSql } from './sql'
import { serve } from './worker'

serve(loadSql)
