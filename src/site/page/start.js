// @ts-check
// Pages that are only read.
import './common.js';
