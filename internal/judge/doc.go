// Package judge gives the verdict on a profile: whether it is complete, fits the code, and covers production.
package judge
