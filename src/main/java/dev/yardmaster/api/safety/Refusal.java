package dev.yardmaster.api.safety;

import dev.yardmaster.api.problem.ErrorCode;

/** Why a call does not pass. */
record Refusal(ErrorCode code, String detail) {}
