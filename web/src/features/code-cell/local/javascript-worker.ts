import { loadJavascript } from './javascript'
import { serve } from './worker'

serve(loadJavascript)
