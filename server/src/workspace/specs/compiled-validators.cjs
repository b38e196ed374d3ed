// This module is used only if the code isn't bundled. The build replaces it with the generated module
// (tools/build/bundle-spec-validators.mjs).
const path = require("node:path");
const { writeSpecValidators } = require("../../../../tools/build/spec-validators.mjs");

module.exports = require(writeSpecValidators(path.resolve(__dirname, "../../../../out/spec-validators")));
