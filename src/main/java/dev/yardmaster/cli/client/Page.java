package dev.yardmaster.cli.client;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;

/** One page of a list, whatever it is a list of. */
record Page<T>(@JsonAlias({"blocks", "events"}) List<T> items) {}
