// The page of report: several views of a profile.

import { Profile } from "./profile";
import { Report } from "./report";
import { Parts } from "./parts";
import { start } from "./start";

void start(Parts, (parts, app) => void new Report(new Profile(parts), app));
